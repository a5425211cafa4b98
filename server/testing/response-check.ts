import { Ajv2020 } from 'ajv/dist/2020.js';
import { frontDoor } from '#server/http/application.ts';
import { type ApiDocument, describeApi, type Operation } from '#server/http/openapi/document.ts';

/** Throws for a response of the API that its document does not name. */
export type ResponseCheck = (method: string, path: string, response: Response) => Promise<void>;

let made: Promise<ResponseCheck> | undefined;

/** One for all servers of a test file, because compiling schemas takes a while. */
export function responseCheck(): Promise<ResponseCheck> {
  made ??= describeApi({ withAgents: true }).then(checkAgainst);
  return made;
}

function checkAgainst(document: ApiDocument): ResponseCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true }).addSchema(document, 'api');
  return async (method, url, response) => {
    const methods = findPath(document, frontDoor(`http://localhost${url}`));
    if (!methods) return;
    const fail = (problem: string) => {
      throw new Error(
        `${method} ${url} answered ${response.status}, which the API document does not allow: ${problem}`,
      );
    };
    const operation = methods[method.toLowerCase()];
    if (!operation) return checkOtherMethod(method, response, fail);
    const content = operation.responses[response.status]?.content ?? fail('it does not name this status');
    const type = response.headers.get('content-type')?.split(';')[0] ?? '';
    const named = content?.[type] ?? fail(`it does not name the type ${type}`);
    if (type !== 'application/json' || typeof named?.schema.$ref !== 'string') return;
    const validate = ajv.getSchema(`api${named.schema.$ref}`);
    if (!validate?.(await response.clone().json())) fail(ajv.errorsText(validate?.errors));
  };
}

function checkOtherMethod(method: string, response: Response, fail: (problem: string) => void): void {
  const isRefused = response.status === 405 && response.headers.has('allow');
  // Agents' addresses look unknown, and some are served by pages of their own.
  if (!isRefused && ![404, 200, 303].includes(response.status)) fail(`it does not name ${method}`);
}

/** A path without parameters goes before one with them. */
function findPath({ paths }: ApiDocument, path: string): Record<string, Operation> | undefined {
  const pattern = (named: string) => new RegExp(`^${named.replace(/\{\w+\}/g, '[^/]+')}$`);
  return paths[path] ?? Object.entries(paths).find(([named]) => pattern(named).test(path))?.[1];
}
