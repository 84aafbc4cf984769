/** How an operator says where Redis is: one, the master that Sentinels name, or a Cluster. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { hasPassword, readRedisUrl } from '../../src/server/store/redis-url.js'

describe('the URL of a Redis', () => {
  it('is left to the client for a single one', () => {
    for (const url of ['redis://a:6379', 'rediss://me:p%40ss@a.example/3', 'redis://[::1]:6379']) {
      assert.deepEqual(readRedisUrl(url), { url })
    }
  })

  it('is read with its Sentinels, its user and its database', () => {
    const read = readRedisUrl('rediss-sentinel://me:p%40ss@a.example,[::1]:27000/3#main')
    assert.ok('options' in read)
    const { sentinels, name, username, password, db, tls } = read.options
    assert.deepEqual(
      { sentinels, name, username, password, db, tls },
      {
        sentinels: [
          { host: 'a.example', port: 26379 },
          { host: '::1', port: 27000 },
        ],
        ...{ name: 'main', username: 'me', password: 'p@ss', db: 3, tls: {} },
      },
    )
  })

  it('is read with nodes of a Cluster and a user', () => {
    assert.deepEqual(readRedisUrl('rediss-cluster://me:p%40ss@a.example,[::1]:7000'), {
      nodes: [
        { host: 'a.example', port: 6379 },
        { host: '::1', port: 7000 },
      ],
      user: { username: 'me', password: 'p@ss' },
      isTls: true,
    })
    const plain = { nodes: [{ host: 'a', port: 7000 }], user: {}, isTls: false }
    for (const end of ['', '/', '/0']) {
      assert.deepEqual(readRedisUrl(`redis-cluster://a:7000${end}`), plain)
    }
    const { user } = readRedisUrl('redis-cluster://:secret@a') as { user: object }
    assert.deepEqual(user, { password: 'secret' })
  })

  for (const [wrong, told] of [
    ['redis-sentinel://a:26379', /name of their master is missing: #name/],
    ['redis-sentinel://a:26379#', /name of their master is missing: #name/],
    ['redis-sentinel://#main', /“” is expected to be host:port/],
    ['redis-sentinel://a:1,,b:2#main', /“” is expected to be host:port/],
    ['redis-sentinel://a:99999#main', /“a:99999” is expected to be host:port/],
    ['redis-sentinel://a b#main', /“a b” is expected to be host:port/],
    ['redis-sentinel://a/x#main', /after \/ a database is expected/],
    ['redis-sentinel://a#%zz', /% stands for itself as %25/],
    ['sentinel://a#main', /expected redis:\/\/host:port.*redis-cluster:/],
    ['redis-cluster://', /“” is expected to be host:port/],
    ['redis-cluster://a:6379;b:6379', /“a:6379;b:6379” is expected .* parted by commas/],
    ['redis-cluster://a:6379, b:6379', /“ b:6379” is expected/],
    ['redis-cluster://redis://a:6379', /“redis:” is expected/],
    ['redis-cluster://a:6379?x=1', /“a:6379\?x=1” is expected/],
    ['redis-cluster://a:6379/1', /a Cluster has no databases/],
    ['redis-cluster://a:6379#main', /a Cluster has no name/],
    ['redis-cluster://me:%zz@a', /% stands for itself as %25/],
    ['redis-cluster:a:6379', /expected redis:/],
    ['redis+cluster://a:6379', /expected redis:/],
    ['redis://a:6379,b:6379', /several hosts are redis-cluster:/],
    ['rediss://a,b', /several hosts are redis-cluster/],
  ] as const) {
    it(`is none: ${wrong}`, () => {
      assert.throws(
        () => readRedisUrl(wrong),
        ({ code, detail }) =>
          code === 'INVALID_ARGUMENT' && detail.startsWith('--redis: ') && told.test(detail),
      )
    })
  }

  it('is none, and is told without its password', () => {
    for (const wrong of [
      'redis-cluster://me:pa55/w0rd@a:6379',
      'redis-cluster://me:pa55#w0rd@a:6379',
      'redis-cluster://me:pa55w0rd@@a:6379',
      'redis-cluster://me:pa55w0rd@a:x',
      'redis://me:pa55w0rd@a,b',
    ]) {
      assert.throws(
        () => readRedisUrl(wrong),
        ({ code, message }) => code === 'INVALID_ARGUMENT' && !/pa55|w0rd/.test(message),
        wrong,
      )
    }
  })

  it('has a password, or not', () => {
    const urls = [
      'redis://a',
      'redis://:p@a',
      'redis-sentinel://a:1,b:2#m',
      'redis-sentinel://u:p@a:1,b:2#m',
      'redis-cluster://a:1,b:2',
      'redis-cluster://a:1',
      'redis-cluster://u:p@a:1,b:2',
      'rediss-cluster://:p@a',
    ]
    const has = [false, true, false, true, false, false, true, true]
    assert.deepEqual(urls.map(hasPassword), has)
  })
})
