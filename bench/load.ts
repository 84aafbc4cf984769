/** Asks a service over HTTP as often as it can. */
import { Agent, request } from 'node:http'

/** Requests under way at once. */
export const AT_ONCE = 16

/** Asks `times` times, each request as soon as the one before it is answered. */
export async function ask(url: string, bodies: readonly string[], times: number): Promise<void> {
  let left = times
  const worker = async () => {
    while (left-- > 0) await post(url, bodies[left % bodies.length]!)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })

/** `fetch` costs the asking side more than the node needs for its answer. */
export const post = (url: string, body: string, more: Record<string, string> = {}) =>
  new Promise<string>((resolve, reject) => {
    const headers = {
      ...more,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }
    request(url, { method: 'POST', agent, headers }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => {
        if (response.statusCode === 200) resolve(text)
        else reject(new Error(`${response.statusCode}: ${text}`))
      })
    })
      .on('error', reject)
      .end(body)
  })
