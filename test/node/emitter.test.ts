/** The emitter of wallet, provider and login client, as code written for Node's or eventemitter3's expects it. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'

import { Emitter } from '../../src/client/emitter.js'

describe('an emitter', () => {
  let emitter: Emitter<{ tick: [count: number]; end: [] }>
  let heard: unknown[]
  const hear = (count: number) => void heard.push(count)

  beforeEach(() => {
    emitter = new Emitter()
    heard = []
  })

  it('calls in order all that listen, with what is told, and says whether there was one', () => {
    emitter.on('tick', hear).addListener('tick', (count) => void heard.push(-count))
    assert.equal(emitter.emit('tick', 1), true)
    assert.equal(emitter.emit('end'), false)
    assert.deepEqual(heard, [1, -1])
  })

  it('calls a listener once, also if it emits the same event itself', () => {
    emitter.once('tick', (count) => {
      hear(count)
      emitter.emit('tick', count + 1)
    })
    emitter.emit('tick', 1)
    assert.deepEqual(heard, [1])
    assert.deepEqual(emitter.eventNames(), [])
  })

  it('calls a listener once, also if the one before it emits the same event', () => {
    emitter.once('tick', () => emitter.emit('tick', 2)).once('tick', hear)
    emitter.emit('tick', 1)
    assert.deepEqual(heard, [2])
  })

  it('tells of an event those who listened when it began', () => {
    emitter.on('tick', () => {
      emitter.off('tick', hear).once('tick', () => void heard.push('late'))
    })
    emitter.on('tick', hear)
    emitter.emit('tick', 1)
    assert.deepEqual(heard, [1])
    emitter.emit('tick', 2)
    assert.deepEqual(heard, [1, 'late'])
  })

  it('gives a listener the `this` that it was added with, or itself', () => {
    const context = {}
    for (const given of [context, undefined]) {
      emitter.on(
        'end',
        function (this: unknown) {
          heard.push(this)
        } as () => void,
        given,
      )
    }
    emitter.emit('end')
    assert.equal(heard[0], context)
    assert.equal(heard[1], emitter)
  })

  it('removes each of a listener, all of an event, or all', () => {
    const remaining = () => [emitter.listeners('tick').length, emitter.listenerCount('end')]
    const fill = () => {
      emitter
        .on('tick', hear)
        .once('tick', hear)
        .on('end', () => {})
      emitter.on('tick', () => {})
    }
    fill()
    assert.deepEqual(remaining(), [3, 1])
    emitter.removeListener('tick', hear)
    assert.deepEqual(remaining(), [1, 1])
    emitter.off('tick')
    assert.deepEqual(remaining(), [0, 1])
    fill()
    emitter.removeAllListeners('end')
    assert.deepEqual(remaining(), [3, 0])
    emitter.removeAllListeners()
    assert.deepEqual(emitter.eventNames(), [])
  })

  it('removes of a listener only those with a context, or for once, where that is asked', () => {
    const [one, other] = [{}, {}]
    emitter.on('tick', hear, one).on('tick', hear, other).once('tick', hear, other)
    emitter.off('tick', hear, one)
    assert.equal(emitter.listenerCount('tick'), 2)
    emitter.off('tick', hear, undefined, true)
    assert.equal(emitter.listenerCount('tick'), 1)
    emitter.emit('tick', 1)
    emitter.emit('tick', 2)
    assert.deepEqual(heard, [1, 2])
  })

  it('refuses what is no function', () => {
    assert.throws(() => emitter.on('end', 'later' as never), TypeError)
    assert.deepEqual(emitter.eventNames(), [])
  })
})
