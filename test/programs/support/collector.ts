/** An OpenTelemetry collector: takes spans as JSON over HTTP. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import * as z from 'zod/mini'

const Value = z.looseObject({
  stringValue: z.optional(z.string()),
  intValue: z.optional(z.union([z.string(), z.number()])),
})
const Attributes = z.array(z.object({ key: z.string(), value: Value }))
const SentSpan = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.optional(z.string()),
  name: z.string(),
  kind: z.number(),
  attributes: Attributes,
  status: z.object({ code: z.optional(z.number()), message: z.optional(z.string()) }),
})
const Sent = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(SentSpan) })),
    }),
  ),
})

export interface CollectedSpan extends Omit<z.infer<typeof SentSpan>, 'attributes'> {
  attributes: Record<string, string | number>
  /** Of the program that sent it. */
  resource: Record<string, string | number>
}

export interface Collector {
  url: string
  spans: CollectedSpan[]
  /** Everything that was sent: headers and bodies. */
  texts: string[]
  /** A status for requests from now on; `hang` leaves them open. */
  answer: number | 'hang'
  close(): void
}

export async function startCollector(): Promise<Collector> {
  const [spans, texts]: [CollectedSpan[], string[]] = [[], []]
  const answered = (response: ServerResponse) => {
    if (collector.answer === 'hang') return
    response.writeHead(collector.answer, { 'content-type': 'application/json' }).end('{}')
  }
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    texts.push(JSON.stringify(request.headers), text)
    const isJson = request.headers['content-type'] === 'application/json'
    if (isJson) spans.push(...spansOf(Sent.parse(JSON.parse(text))))
    answered(response)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const collector: Collector = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    spans,
    texts,
    answer: 200,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
  return collector
}

const spansOf = ({ resourceSpans }: z.infer<typeof Sent>): CollectedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap(({ spans }) => spans)
      .map((span) => ({
        ...span,
        attributes: plain(span.attributes),
        resource: plain(resource.attributes),
      })),
  )

const plain = (attributes: z.infer<typeof Attributes>): Record<string, string | number> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
  )
