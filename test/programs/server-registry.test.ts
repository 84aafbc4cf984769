/** The operator's registry, changed by command. */
import assert from 'node:assert/strict'
import { chmod, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'

import {
  addToJson,
  type Path,
  removeFromJson,
  replaceInJson,
} from '../../src/server/registry/json-edit.js'
import { readRegistry } from '../../src/server/registry/registry.js'
import { editRegistry } from '../../src/server/registry/registry-file.js'
import { registryFor } from '../node/support/issuer.js'
import { DISCOVERY, type KeyServer, makeKey, startKeyServer } from '../node/support/mint.js'
import { inTemporaryFolder } from '../node/support/services.js'
import { runCli } from './support/cli.js'

const APPLICATION = { name: 'Shop', origins: ['https://shop.example'] }
const rsa = makeKey('one')

let provider: KeyServer

before(async () => {
  provider = await startKeyServer()
})
beforeEach(() => {
  provider.gives = [rsa]
  provider.discovery = { body: DISCOVERY }
})
after(() => provider.close())

/** A folder with a registry as a person may have written it. */
const withFile = (text: string, work: (file: string, dir: string) => Promise<void>) =>
  inTemporaryFolder(async (dir) => {
    const file = join(dir, 'registry.json')
    await writeFile(file, text)
    await work(file, dir)
  })

const EMPTY = '{ "applications": {}, "verifiers": {} }\n'
const withRegistry = (work: (file: string, dir: string) => Promise<void>) =>
  withFile(JSON.stringify(registryFor(provider.url), null, 2), work)

const addApplication = (file: string, name: string, value: object = APPLICATION) =>
  editRegistry(file, () => [{ op: 'add', path: ['applications'], name, value }])

describe('an addition to a JSON file', () => {
  const cases: [what: string, before: string, path: string[], after: string][] = [
    [
      'has the indentation of what is there',
      '{\n    "a": {\n        "b": 1\n    },\n    "c": []\n}\n',
      ['a'],
      '{\n    "a": {\n        "b": 1,\n        "n": {\n            "v": [\n                1\n            ]\n        }\n    },\n    "c": []\n}\n',
    ],
    [
      'leaves spaces, escapes and line ends as they were',
      '{\r\n\t"\\u0061" : { "x":1 , "y" : "}{][,:\\"" } ,\r\n\t"c": {\r\n\t\t"d":2\r\n\t}\r\n}',
      ['c'],
      '{\r\n\t"\\u0061" : { "x":1 , "y" : "}{][,:\\"" } ,\r\n\t"c": {\r\n\t\t"d":2,\r\n\t\t"n": {\r\n\t\t\t"v": [\r\n\t\t\t\t1\r\n\t\t\t]\r\n\t\t}\r\n\t}\r\n}',
    ],
    ['stays on one line', '{"a":{"b":1},"c":[1]}', ['a'], '{"a":{"b":1,"n":{"v":[1]}},"c":[1]}'],
    ['stays on one line in an empty object', '{"a":{}}\n', ['a'], '{"a":{"n":{"v":[1]}}}\n'],
    [
      'opens an empty object',
      '{\n  "a": {}\n}\n',
      ['a'],
      '{\n  "a": {\n    "n": {\n      "v": [\n        1\n      ]\n    }\n  }\n}\n',
    ],
    [
      'goes to the root',
      '{\n  "a": 1\n}\n',
      [],
      '{\n  "a": 1,\n  "n": {\n    "v": [\n      1\n    ]\n  }\n}\n',
    ],
    [
      'finds an escaped name, deep down, and no other of that name',
      '{\n  "n": { "a": {} },\n  "\\u0061": { "a": { "z": null } }\n}',
      ['a', 'a'],
      '{\n  "n": { "a": {} },\n  "\\u0061": { "a": { "z": null, "n": {"v":[1]} } }\n}',
    ],
  ]
  for (const [what, text, path, expected] of cases) {
    it(what, () => {
      const added = addToJson(text, path, 'n', { v: [1] })
      assert.equal(added, expected)
      JSON.parse(added)
    })
  }

  it('may be an item of a list, on its line or on one of its own', () => {
    assert.equal(
      addToJson('{\n "l": ["a", "b"]\n}', ['l'], undefined, 'c'),
      '{\n "l": ["a", "b", "c"]\n}',
    )
    assert.equal(
      addToJson('{\n "l": [\n  "a"\n ]\n}', ['l'], undefined, 'c'),
      '{\n "l": [\n  "a",\n  "c"\n ]\n}',
    )
    assert.equal(addToJson('{"l":[]}', ['l'], undefined, 'c'), '{"l":["c"]}')
  })

  it('goes nowhere else', () => {
    assert.throws(() => addToJson('{"a":{}}', ['b'], 'n', 1), { code: 'INVALID_ARGUMENT' })
  })
})

describe('a replacement in a JSON file', () => {
  const cases: [what: string, before: string, path: Path, value: unknown, after: string][] = [
    ['of a text leaves the rest', '{ "a" : "x" ,"b":2}', ['a'], 'y', '{ "a" : "y" ,"b":2}'],
    [
      'of a list on one line stays there',
      '{\n  "l": ["a", "b"]\n}',
      ['l'],
      ['c', 'd'],
      '{\n  "l": ["c", "d"]\n}',
    ],
    [
      'of a list on several lines has their indentation',
      '{\r\n\t"l": [\r\n\t\t"a"\r\n\t]\r\n}',
      ['l'],
      ['c', 'd'],
      '{\r\n\t"l": [\r\n\t\t"c",\r\n\t\t"d"\r\n\t]\r\n}',
    ],
    ['of an item finds it by its place', '{"l":["a","b"]}', ['l', 1], 'c', '{"l":["a","c"]}'],
  ]
  for (const [what, text, path, value, after] of cases) {
    it(what, () => assert.equal(replaceInJson(text, path, value), after))
  }
})

describe('a removal from a JSON file', () => {
  const cases: [what: string, before: string, path: Path, after: string][] = [
    ['takes the first with its comma', '{\n  "a": 1,\n  "b": 2\n}', ['a'], '{\n  "b": 2\n}'],
    ['takes the last with the comma before', '{\n  "a": 1,\n  "b": 2\n}', ['b'], '{\n  "a": 1\n}'],
    ['leaves an empty object', '{\n  "o": {\n    "a": 1\n  }\n}', ['o', 'a'], '{\n  "o": {}\n}'],
    ['takes an item of a list', '{"l":["a","b","c"]}', ['l', 1], '{"l":["a","c"]}'],
  ]
  for (const [what, text, path, after] of cases) {
    it(what, () => assert.equal(removeFromJson(text, path), after))
  }

  it('finds nothing where there is nothing', () => {
    assert.throws(() => removeFromJson('{"a":{}}', ['b']), { code: 'INVALID_ARGUMENT' })
  })
})

describe('an addition to the registry', () => {
  it('changes nothing else of the file, nor its rights, nor that it is a link', async () => {
    const text = '{\n   "applications":{},\n   "verifiers" : {}\n}'
    await withFile(text, async (file, dir) => {
      await chmod(file, 0o640)
      const link = join(dir, 'link.json')
      await symlink(file, link)
      await addApplication(link, 'shop')
      const written = await readFile(file, 'utf8')
      assert.ok(written.endsWith('},\n   "verifiers" : {}\n}'))
      assert.deepEqual((await readRegistry(file)).applications.shop!.origins, APPLICATION.origins)
      assert.equal((await stat(file)).mode & 0o777, 0o640)
      assert.ok((await lstat(link)).isSymbolicLink())
      assert.deepEqual((await readdir(dir)).sort(), ['link.json', 'registry.json'])
    })
  })

  it('loses none when many are made at once', async () => {
    await withFile(EMPTY, async (file) => {
      const names = Array.from({ length: 12 }, (_, i) => `application-${i}`)
      await Promise.all(names.map((name) => addApplication(file, name)))
      const { applications } = await readRegistry(file)
      assert.deepEqual(Object.keys(applications).sort(), names.sort())
    })
  })

  for (const [what, add, detail] of [
    [
      'is there already',
      (file: string) => addApplication(file, 'demo'),
      'applications.demo is there already',
    ],
    [
      'is wrong',
      (file: string) => addApplication(file, 'shop', { name: 'Shop', origins: ['shop'] }),
      'applications.shop.origins.0: expected an origin',
    ],
    [
      'makes the whole wrong',
      (file: string) =>
        editRegistry(file, () => [
          { op: 'add', path: [], name: 'aggregates', value: { all: { verifiers: ['nobody'] } } },
        ]),
      'aggregates.all: no verifier nobody',
    ],
  ] as const) {
    it(`is refused if it ${what}, and the file stays as it is`, async () => {
      await withRegistry(async (file, dir) => {
        const text = await readFile(file, 'utf8')
        await assert.rejects(add(file), (error: { detail: string }) =>
          error.detail.includes(detail),
        )
        assert.equal(await readFile(file, 'utf8'), text)
        assert.deepEqual(await readdir(dir), ['registry.json'])
      })
    })
  }

  it('is refused where a person wrote a name twice: one of both would be lost', async () => {
    const text =
      '{"applications":{"a":{"name":"A","origins":[]},"a":{"name":"B","origins":[]}},"verifiers":{}}'
    await withFile(text, async (file) => {
      await assert.rejects(addApplication(file, 'shop'), {
        detail: `${file}: names a member twice.`,
      })
      assert.equal(await readFile(file, 'utf8'), text)
    })
  })

  it('is refused by a name that is special to JavaScript, and the file stays', async () => {
    await withFile(EMPTY, async (file) => {
      await assert.rejects(addApplication(file, '__proto__'), {
        code: 'INVALID_ARGUMENT',
        detail: `${file}: applications.__proto__: this name is reserved; choose another.`,
      })
      assert.equal(await readFile(file, 'utf8'), EMPTY)
    })
  })

  it('is refused while the file is none, or is nowhere', async () => {
    await withFile('{', async (file, dir) => {
      await assert.rejects(addApplication(file, 'a'), {
        detail: `${file}: is no JSON, from line 1, column 2.`,
      })
      const nowhere = join(dir, 'nowhere.json')
      await assert.rejects(addApplication(nowhere, 'a'), { detail: `${nowhere}: ENOENT.` })
      await mkdir(`${file}.lock`)
      await assert.rejects(addApplication(file, 'a'), /delete .*registry\.json\.lock/)
    })
  })
})

describe('the command line', () => {
  const verifierOptions = (file: string) => [
    ...['registry', 'add-verifier', '--registry', file, '--verifier', 'work', '--name', 'Work'],
    ...['--issuer', provider.url, '--client-id', 'our client'],
  ]

  it('adds an application and a verifier whose endpoints it asks for, lists and checks them', async () => {
    await withFile(EMPTY, async (file) => {
      const application = await runCli([
        ...['registry', 'add-application', '--registry', file, '--client-id', 'shop'],
        ...['--name', 'Shop', '--origin', 'https://shop.example', '--origin', 'https://b.example'],
        ...['--redirect-url', 'https://c.example/back', '--permission', 'walletKey'],
      ]).ended
      assert.equal(application.code, 0, application.stderr)
      const verifier = await runCli([
        ...verifierOptions(file),
        ...['--id-field', 'email', '--ignore-case', 'yes', '--aggregate', 'people'],
        ...['--origin', 'https://b.example'],
      ]).ended
      assert.equal(verifier.code, 0, verifier.stderr)
      const { applications, verifiers, aggregates } = await readRegistry(file)
      assert.deepEqual(applications.shop, {
        name: 'Shop',
        origins: ['https://shop.example', 'https://b.example'],
        redirectUrls: ['https://c.example/back'],
        permissions: ['walletKey'],
      })
      const { issuer, authorizationEndpoint, tokenEndpoint, jwksUri, ...rest } = verifiers.work!
      assert.deepEqual(
        [issuer, authorizationEndpoint, tokenEndpoint, jwksUri],
        ['', '/auth', '/token', '/jwks'].map((path) => provider.url + path),
      )
      const { algorithms, verifierIdField, isVerifierIdCaseSensitive, origins } = rest
      assert.deepEqual(
        [algorithms, verifierIdField, isVerifierIdCaseSensitive, origins],
        [['RS256', 'ES256'], 'email', false, ['https://b.example']],
      )
      assert.deepEqual(aggregates, { people: { verifiers: ['work'] } })
      const { stdout } = await runCli(['registry', 'list', '--registry', file]).ended
      assert.match(stdout, /application +shop +Shop +https:\/\/shop\.example https:\/\/b\.example/)
      assert.match(stdout, /verifier +work +Work +http:\S+ by email, in people/)
      const checked = await runCli(['registry', 'check', '--registry', file]).ended
      assert.equal(checked.code, 0, checked.stderr)
      assert.match(checked.stdout, /verifiers\.work: works\./)
    })
  })

  it('adds a provider that is known by its client id alone', async () => {
    await withFile(EMPTY, async (file) => {
      const { code, stderr } = await runCli([
        ...['registry', 'add-verifier', '--registry', file, '--verifier', 'google'],
        ...['--provider', 'google', '--client-id', 'our client', '--id-field', 'email'],
      ]).ended
      assert.equal(code, 0, stderr)
      const written = JSON.parse(await readFile(file, 'utf8')) as { verifiers: object }
      assert.deepEqual(written.verifiers, {
        google: { provider: 'google', clientId: 'our client', verifierIdField: 'email' },
      })
      const { issuer, verifierIdField } = (await readRegistry(file)).verifiers.google!
      assert.deepEqual([issuer, verifierIdField], ['https://accounts.google.com', 'email'])
    })
  })

  it('says what is wrong with a provider, and ends with 1', async () => {
    await withRegistry(async (file) => {
      provider.gives = { status: 410, body: '' }
      const { code, stdout, stderr } = await runCli(['registry', 'check', '--registry', file]).ended
      assert.equal(code, 1)
      assert.match(stdout, /verifiers\.google: WRONG: jwksUri: answers 410, expected 200\./)
      assert.match(stderr, /Wrong: 2\./)
    })
  })

  it('leaves the terminal alone, whatever a provider says', async () => {
    const evil = '\u001b[2J\nverifiers.google: works.'
    provider.discovery = { body: { ...DISCOVERY, issuer: evil } }
    await withRegistry(async (file) => {
      const { stdout } = await runCli(['registry', 'check', '--registry', file]).ended
      assert.match(stdout, /google: WRONG: issuer: the provider says ⟨U\+001B⟩/)
      assert.deepEqual(
        [stdout.includes('\u001b'), /^verifiers\.google: works/m.test(stdout)],
        [false, false],
      )
    })
    provider.discovery = {
      body: { ...DISCOVERY, id_token_signing_alg_values_supported: [evil] },
    }
    await withFile(EMPTY, async (file) => {
      const { code, stderr } = await runCli(verifierOptions(file)).ended
      assert.deepEqual([code, stderr.includes('\u001b')], [1, false])
    })
  })

  it('adds no verifier of which it cannot learn enough', async () => {
    await withFile(EMPTY, async (file) => {
      provider.discovery = undefined
      const { code, stderr } = await runCli(verifierOptions(file)).ended
      assert.equal(code, 1)
      assert.match(stderr, /no discovery; give --authorization-endpoint/)
      assert.equal(await readFile(file, 'utf8'), EMPTY)
    })
  })

  it('says whose addresses move when a verifier joins an aggregate', async () => {
    await withRegistry(async (file, dir) => {
      const old = join(dir, 'old.json')
      const registry = registryFor(provider.url)
      await writeFile(old, JSON.stringify(registry))
      const joined = { ...registry, aggregates: { people: { verifiers: ['google', 'github'] } } }
      await writeFile(file, JSON.stringify(joined))
      const { stdout } = await runCli(['registry', 'check', '--registry', file, '--before', old])
        .ended
      assert.match(stdout, /github: its people get other addresses/)
    })
  })
})
