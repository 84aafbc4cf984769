/** Attestations of descriptors: what counts as reviewed, and that nothing that was changed does. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { encodePacked, type Hex, keccak256, parseSignature, stringToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

import { readTakenDescriptor } from '../../src/chain/clear-signing/read-descriptor.js'
import { DescriptorIndex } from '../../src/protocol/files/descriptors.js'
import { attestedHash } from '../../src/server/descriptors/attestation.js'
import { takeRelease } from '../../src/server/descriptors/folder.js'

const AUDITOR = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const OTHER = privateKeyToAccount(`0x${'22'.repeat(32)}`)
const SHOP = '0x52908400098527886E0F7030069857D2E4169EE7'
const NOW = new Date('2030-01-01T00:00:00Z')
const EAS = '0xA1207F3BBa224E2c9c3c6D5aF63D0eb1582Ce587'
const SCHEMA = '0xe023eef113c1670774801c34b377fdf612dd8a4d2fa92fe382e15bd91fafb5c2'
const ZEROS = `0x${'0'.repeat(64)}` as const
const NO_ADDRESS = `0x${'0'.repeat(40)}` as const

const shop = (intent = 'Buy') => ({
  context: { contract: { deployments: [{ chainId: 1, address: SHOP }] } },
  metadata: { owner: 'Shop' },
  display: {
    formats: { 'buy(uint256 price)': { intent, fields: [{ path: 'price', label: 'Price' }] } },
  },
})

interface Given {
  hash: Hex
  signer?: typeof AUDITOR
  schema?: Hex
  contract?: Hex
  version?: number
  expirationTime?: bigint
}

/** As the Ethereum Attestation Service signs outside of its chain, by the published types. */
async function attestation(given: Given) {
  const { hash: data, signer = AUDITOR, schema = SCHEMA, contract = EAS } = given
  const { version = 2, expirationTime = 0n } = given
  const [time, revocable, salt] = [1_800_000_000n, true, `0x${'5a'.repeat(32)}` as Hex]
  const rest = { recipient: NO_ADDRESS, revocable, refUID: ZEROS, data, salt } as const
  const signature = await signer.signTypedData({
    domain: { name: 'EAS Attestation', version: '0.26', chainId: 1, verifyingContract: contract },
    types: {
      Attest: [
        { name: 'version', type: 'uint16' },
        { name: 'schema', type: 'bytes32' },
        { name: 'recipient', type: 'address' },
        { name: 'time', type: 'uint64' },
        { name: 'expirationTime', type: 'uint64' },
        { name: 'revocable', type: 'bool' },
        { name: 'refUID', type: 'bytes32' },
        { name: 'data', type: 'bytes' },
        { name: 'salt', type: 'bytes32' },
      ],
    },
    primaryType: 'Attest',
    message: { version, schema, time, expirationTime, ...rest },
  })
  const { r, s, v } = parseSignature(signature)
  const uid = keccak256(
    encodePacked(
      [
        ...(['uint16', 'bytes', 'address', 'address', 'uint64', 'uint64'] as const),
        ...(['bool', 'bytes32', 'bytes', 'bytes32', 'uint32'] as const),
      ],
      [
        ...([version, stringToHex(schema), NO_ADDRESS, NO_ADDRESS, time, expirationTime] as const),
        ...([revocable, ZEROS, data, salt, 0] as const),
      ],
    ),
  )
  const message = {
    ...{ version, schema, ...rest },
    ...{ time: String(time), expirationTime: String(expirationTime) },
  }
  return {
    sig: { version, uid, message, signature: { v: Number(v), r, s } },
    signer: signer.address,
  }
}
type Attestation = Awaited<ReturnType<typeof attestation>>

const FILE = 'registry/shop/calldata-shop.json'
const beside = (name: string, { address } = AUDITOR) =>
  `registry/shop/sigs/${name}.eip155-1-${address}.json`
const SIG = beside('calldata-shop')

const dir = mkdtempSync(join(tmpdir(), 'attestations-'))
after(() => rmSync(dir, { recursive: true }))

interface Options {
  into?: string
  addresses?: Hex[]
  revoked?: string[]
}

/** Takes a release of these files in, and reads it as the wallet app does. */
async function take(files: Record<string, unknown>, options: Options = {}) {
  const { into = mkdtempSync(join(dir, 'own-')), addresses = [AUDITOR.address] } = options
  const from = mkdtempSync(join(dir, 'release-'))
  for (const [name, json] of Object.entries(files)) {
    mkdirSync(dirname(join(from, name)), { recursive: true })
    writeFileSync(join(from, name), typeof json === 'string' ? json : JSON.stringify(json))
  }
  const revoked = new Set(options.revoked)
  const taken = await takeRelease(from, into, { addresses, revoked, now: NOW })
  const own = (hash: string): unknown =>
    JSON.parse(readFileSync(join(into, `${hash}.json`), 'utf8'))
  const hashes = Object.values(DescriptorIndex.parse(own(taken.hash))).flat()
  return { ...taken, into, descriptors: hashes.map((hash) => readTakenDescriptor(own(hash))) }
}

/** The other hex digit that differs from the last in one bit. */
const flipped = <T extends string>(hex: T) =>
  `${hex.slice(0, -1)}${(Number.parseInt(hex.slice(-1), 16) ^ 1).toString(16)}` as T

describe('a descriptor with an attestation of an auditor that the operator named', () => {
  it('is reviewed, however its file is laid out, and says by whom', async () => {
    const { display, ...rest } = shop()
    const file = JSON.stringify({ display, ...rest }, null, 4)
    const { reviewed, refused, descriptors } = await take({
      [FILE]: file,
      [SIG]: await attestation({ hash: attestedHash(shop()) }),
    })
    assert.deepEqual([reviewed, refused], [1, []])
    assert.deepEqual(descriptors[0]!.reviewedBy, [AUDITOR.address])
  })

  it('may have several', async () => {
    const hash = attestedHash(shop())
    const files = {
      [FILE]: shop(),
      [SIG]: await attestation({ hash }),
      [beside('calldata-shop', OTHER)]: await attestation({ hash, signer: OTHER }),
    }
    const addresses = [AUDITOR.address, OTHER.address]
    const { reviewed, descriptors } = await take(files, { addresses })
    assert.equal(reviewed, 1)
    assert.deepEqual(descriptors[0]!.reviewedBy, addresses)
    // One that the operator did not name counts for nothing.
    const other = await take(files, { addresses: [OTHER.address] })
    assert.deepEqual(other.descriptors[0]!.reviewedBy, [OTHER.address])
  })

  it('is compared with the one before', async () => {
    const files = { [FILE]: shop() }
    const { into } = await take(files)
    const signed = { ...files, [SIG]: await attestation({ hash: attestedHash(shop()) }) }
    const what = async (now: Record<string, unknown>) =>
      (await take(now, { into })).changed[0]!.what
    assert.deepEqual(await what(signed), [`reviewed by ${AUDITOR.address}`])
    assert.deepEqual(await what(files), [`no longer reviewed by ${AUDITOR.address}`])
  })
})

describe('a descriptor is not reviewed', () => {
  const hash = attestedHash(shop())
  const refuses = async (files: Record<string, unknown>, why: RegExp, options?: Options) => {
    const { count, reviewed, refused, descriptors } = await take(files, options)
    assert.deepEqual([count, reviewed], [1, 0])
    assert.deepEqual(
      refused.map(({ file }) => file),
      [FILE],
    )
    assert.match(refused[0]!.why, why)
    assert.ok(refused[0]!.why.startsWith(`attestation of ${AUDITOR.address}: `))
    assert.equal(descriptors[0]!.reviewedBy, undefined)
  }
  const changed = async (change: (sig: Attestation['sig']) => void) => {
    const json = await attestation({ hash })
    change(json.sig)
    return { [FILE]: shop(), [SIG]: json }
  }

  it('without an attestation, or if it says so itself', async () => {
    const { reviewed, refused, descriptors } = await take({
      [FILE]: { ...shop(), reviewedBy: [AUDITOR.address] },
    })
    assert.deepEqual([reviewed, refused], [0, []])
    assert.equal(descriptors[0]!.reviewedBy, undefined)
  })

  it('after one bit of it changed', async () => {
    // `y` and `x` differ in one bit.
    await refuses(
      { [FILE]: shop('Bux'), [SIG]: await attestation({ hash }) },
      /another version of the descriptor/,
    )
  })

  const bits: [string, (sig: Attestation['sig']) => void, RegExp][] = [
    ['its uid', (sig) => Object.assign(sig, { uid: flipped(sig.uid) }), /uid is wrong/],
    ...(['data', 'salt', 'refUID', 'recipient', 'time', 'expirationTime'] as const).map(
      (name): [string, (sig: Attestation['sig']) => void, RegExp] => [
        `its ${name}`,
        ({ message }) => Object.assign(message, { [name]: flipped(message[name]) }),
        /uid is wrong/,
      ],
    ),
    [
      'its schema',
      ({ message }) => Object.assign(message, { schema: flipped(message.schema) }),
      /another schema/,
    ],
    ...(['r', 's'] as const).map((name): [string, (sig: Attestation['sig']) => void, RegExp] => [
      `its signature's ${name}`,
      ({ signature }) => Object.assign(signature, { [name]: flipped(signature[name]) }),
      /changed, or signed by another|signature/,
    ]),
    [
      "its signature's v",
      ({ signature }) => Object.assign(signature, { v: 55 - signature.v }),
      /changed, or signed by another|signature/,
    ],
  ]
  for (const [what, change, why] of bits) {
    it(`after one bit of ${what} changed`, async () => refuses(await changed(change), why))
  }

  it('with a uid made anew for a changed attestation', async () => {
    const [old, other] = [
      await attestation({ hash }),
      await attestation({ hash: attestedHash({}) }),
    ]
    Object.assign(other.sig, { signature: old.sig.signature })
    await refuses({ [FILE]: shop(), [SIG]: other }, /changed, or signed by another/)
  })

  const signed: [string, Omit<Given, 'hash'>, RegExp][] = [
    ['by another signer', { signer: OTHER }, /signed by another key/],
    ['of another schema', { schema: ZEROS }, /another schema/],
    ['of another contract', { contract: SHOP }, /changed, or signed by another/],
    ['of another form', { version: 1 }, /version/],
    ['that has expired', { expirationTime: BigInt(NOW.getTime()) / 1000n }, /has expired/],
  ]
  for (const [what, given, why] of signed) {
    it(`by an attestation ${what}`, async () =>
      refuses({ [FILE]: shop(), [SIG]: await attestation({ hash, ...given }) }, why))
  }

  it('by one that expires later it is, and by a revoked one it is not', async () => {
    const expirationTime = BigInt(NOW.getTime()) / 1000n + 1n
    const json = await attestation({ hash, expirationTime })
    const files = { [FILE]: shop(), [SIG]: json }
    assert.equal((await take(files)).reviewed, 1)
    await refuses(files, /was revoked/, { revoked: [json.sig.uid] })
  })

  it('by an attestation of another file, or by what is none', async () => {
    const other = await attestation({ hash: attestedHash(shop('Sell')) })
    await refuses({ [FILE]: shop(), [SIG]: other }, /another version/)
    await refuses({ [FILE]: shop(), [SIG]: '{' }, /JSON/)
    await refuses({ [FILE]: shop(), [SIG]: {} }, /sig/)
  })

  it('where the attestation leaves out what it includes, of which a bit may change', async () => {
    const { display, ...rest } = shop()
    const file = { ...rest, includes: './common.json' }
    const files = { [FILE]: file, 'registry/shop/common.json': { display } }
    const alone = { ...files, [SIG]: await attestation({ hash: attestedHash(file) }) }
    await refuses(alone, /does not cover what the descriptor includes/)
    const whole = { ...files, [SIG]: await attestation({ hash }) }
    assert.equal((await take(whole)).reviewed, 1)
    await refuses(
      { ...whole, 'registry/shop/common.json': { display: shop('Bux').display } },
      /another version/,
    )
  })
})

describe('the hash that is attested', () => {
  it('is of the JSON as RFC 8785 writes it', () => {
    const json: unknown = JSON.parse(
      '{ "€": "a\\u000f\\n\\"", "\\r": [1e21, 0.002, -0], "b": {"z": null, "a": true}, "1": "é" }',
    )
    const written = '{"\\r":[1e+21,0.002,0],"1":"é","b":{"a":true,"z":null},"€":"a\\u000f\\n\\""}'
    assert.equal(attestedHash(json), keccak256(stringToHex(written)))
  })
})
