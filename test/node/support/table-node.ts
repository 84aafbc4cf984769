import assert from 'node:assert/strict'

import { Rpc, type Transport } from '../../../src/chain/rpc/rpc.js'

/** A node that answers from a table: a value, an error, or a function of the parameters. What is not in it fails the test. */
export function tableNode(answers: Record<string, unknown>): { rpc: Rpc; asked: string[] } {
  const asked: string[] = []
  const transport: Transport = async (_, method, params) => {
    asked.push(method)
    const answer = answers[method]
    if (answer instanceof Error) throw answer
    assert.notEqual(answer, undefined, `${method} was asked.`)
    return typeof answer === 'function' ? answer(params) : answer
  }
  return { rpc: new Rpc('https://node.example.test', transport), asked }
}
