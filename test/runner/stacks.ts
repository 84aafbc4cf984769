/** The stacks that tests share, in a process beside the runner: it is there from their first file to their last. */
import { once } from 'node:events'

import { start, stop } from './job.js'

export interface Stacks {
  /** Environment variables with the addresses. */
  env: Record<string, string>
  stop(): Promise<void>
}

/**
 * @param ports - Where sites of tests will be: their origins are in the registries.
 * @throws {Error} If they do not start, with what they wrote.
 */
export async function startStacks(
  ports: readonly number[],
  env: Record<string, string>,
): Promise<Stacks> {
  const program = new URL('shared-stacks.ts', import.meta.url).pathname
  const child = start(['--import', 'tsx', program, ...ports.map(String)], env)
  let output = ''
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const told = await Promise.race([once(child, 'message'), once(child, 'close')])
  if (typeof told[0] !== 'object' || !told[0]) {
    throw new Error(`The stacks of the tests did not start:\n${output}`)
  }
  return {
    env: told[0] as Record<string, string>,
    async stop() {
      await stop(child)
      if (output) console.log(`The stacks of the tests wrote:\n${output}`)
    },
  }
}
