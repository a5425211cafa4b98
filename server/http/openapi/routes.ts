import { Hono } from 'hono';
import { html } from 'hono/html';
import { productName } from '#shared/rules/product.ts';
import { type ApiDocument, type Content, describeApi, type Operation } from './document.ts';

/** The public API described for programs and for people. */
export function apiDocumentRoutes(): Hono {
  const app = new Hono();
  // Made once it is asked for: every start would wait for it.
  let made: Promise<{ json: string; page: string }> | undefined;
  const document = () => {
    made ??= make();
    return made;
  };
  app.get('/api/openapi.json', async (context) => {
    const { json } = await document();
    return context.body(json, 200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' });
  });
  app.get('/api/docs', async (context) => {
    context.header('Cache-Control', 'no-cache');
    return context.html((await document()).page);
  });
  return app;
}

async function make(): Promise<{ json: string; page: string }> {
  const document = await describeApi({ withAgents: false });
  return { json: JSON.stringify(document), page: String(await describePage(document)) };
}

/** The document as a page without scripts, one entry an operation. */
function describePage(document: ApiDocument) {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const schemas = Object.entries(document.components.schemas);
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
    <meta name="color-scheme" content="light dark"><title>API · ${productName}</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="stylesheet" href="/plain.css"></head>
    <body><main class="wide"><h1>${productName} API</h1>
    <p>${String(document.info.description)} As a file: <a href="/api/openapi.json">openapi.json</a>.</p>
    ${operations.map(({ path, method, operation }) => entry(`${method} ${path}`, operation))}
    <h2>Schemas</h2>
    ${schemas.map(([name, schema]) => fold(name, schema))}</main></body></html>`;
}

function entry(
  address: string,
  { operationId, summary, security, parameters, requestBody, responses }: Operation,
) {
  const names = parameters.map(({ name, required }) => (required ? name : `${name} (optional)`));
  const statuses = Object.entries(responses).map(([status, { description }]) => `${status} ${description}`);
  const success = Object.values(responses)[0]?.content ?? {};
  return html`<section id="${operationId}"><h2>${summary}</h2><p><code>${address}</code></p>
    <dl><dt>Sign-in</dt><dd>${security.map((way) => Object.keys(way)[0] ?? 'none').join(' or ') || 'none'}</dd>
    <dt>Parameters</dt><dd>${names.join(', ') || 'none'}</dd><dt>Answers</dt><dd>${statuses.join(', ')}</dd></dl>
    ${requestBody ? contents('Body', requestBody.content) : ''}${contents('Reply', success)}</section>`;
}

function contents(label: string, content: Content) {
  return Object.entries(content).map(([type, { schema }]) => fold(`${label}, ${type}`, schema));
}

function fold(label: string, schema: object) {
  return html`<details><summary>${label}</summary><pre>${JSON.stringify(schema, null, 2)}</pre></details>`;
}
