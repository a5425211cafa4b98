import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

type Challenge = { challenge: string; rp?: { id?: string }; rpId?: string };

/** A device with one passkey that answers the site as a browser would; `checksOwner: false` asks for no finger. */
export function authenticator(origin: string, { checksOwner = true } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  const credentialId = id.toString('base64url');
  let counter = 0;

  function authenticatorData({ rp, rpId = rp?.id ?? '' }: Challenge, credential?: Buffer): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(++counter);
    const flags = 0x01 | (checksOwner ? 0x04 : 0) | (credential ? 0x40 : 0);
    const head = [createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count];
    return Buffer.concat(credential ? [...head, credential] : head);
  }

  function proof(response: Record<string, string>) {
    return {
      id: credentialId,
      rawId: credentialId,
      type: 'public-key',
      clientExtensionResults: {},
      response,
    };
  }

  const clientData = (type: string, { challenge }: Challenge) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  return {
    /** Makes the passkey. */
    register(asked: Challenge) {
      const point = [x, y].map((part) => Buffer.from(part, 'base64url'));
      const [pointX = '', pointY = ''] = point.map((part) => `5820${part.toString('hex')}`);
      // CBOR of an ES256 key: {1: 2, 3: -7, -1: 1, -2: x, -3: y}.
      const key = Buffer.from(`a501020326200121${pointX}22${pointY}`, 'hex');
      const length = Buffer.from([0, id.length]);
      const data = authenticatorData(asked, Buffer.concat([Buffer.alloc(16), length, id, key]));
      // CBOR of {fmt: "none", attStmt: {}, authData: data}.
      const object = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ]);
      return proof({
        clientDataJSON: clientData('webauthn.create', asked).toString('base64url'),
        attestationObject: object.toString('base64url'),
      });
    },

    /** Signs in with it. */
    sign(asked: Challenge) {
      const client = clientData('webauthn.get', asked);
      const data = authenticatorData(asked);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      return proof({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      });
    },
  };
}
