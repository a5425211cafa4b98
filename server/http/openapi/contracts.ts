import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import type { Endpoint } from '#shared/contracts/endpoint.ts';

const folder = join(import.meta.dirname, '../../../shared/contracts');

export type Contracts = {
  /** By the name of the export. */
  endpoints: Map<string, Endpoint>;
  schemas: Map<string, z.core.$ZodType>;
};

/** Reads every endpoint and schema that a contract exports, so that none can be left out of the document. */
export async function readContracts(): Promise<Contracts> {
  const names = await readdir(folder, { recursive: true });
  const files = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')).toSorted();
  const modules: object[] = await Promise.all(
    files.map((file) => import(pathToFileURL(join(folder, file)).href)),
  );
  const exported: [string, unknown][] = modules.flatMap(Object.entries);
  return {
    endpoints: new Map(exported.filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))),
    schemas: new Map(exported.filter((entry): entry is [string, z.core.$ZodType] => isSchema(entry[1]))),
  };
}

function isEndpoint(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'response' in value && 'path' in value;
}

function isSchema(value: unknown): boolean {
  return value instanceof z.core.$ZodType;
}
