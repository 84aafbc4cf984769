import assert from 'node:assert/strict'

import { readIdentity } from '../../src/app/signer/identity.js'
import { verifierIdOf } from '../../src/keys/identity.js'
import { lowerCaseOf } from '../../src/keys/letter-case.js'
import type { Verifier } from '../../src/protocol/registry.js'
import { makeKey, mint } from '../node/support/mint.js'
import { startTokenWorld, type TokenNode } from '../node/support/token-node.js'
import { claim } from './claim.js'

type World = Awaited<ReturnType<typeof startTokenWorld>>

const VICTIM = 'victim@example.test'
const SAYS =
  'Nobody gets the account of an address that is not verified as theirs, however the address is written or named'

claim(SAYS, ({ attack, before, after }) => {
  const rsa = makeKey('one')
  let world: World
  const nodes: TokenNode[] = []

  before(async () => {
    world = await startTokenWorld(rsa)
  })
  after(async () => {
    await Promise.all(nodes.map((node) => node.close()))
    world?.provider.close()
  })

  /** A node whose verifier `google` names people in another way, alone or in an aggregate. */
  async function nodeWith(naming: Partial<Verifier>, isJoined = false): Promise<TokenNode> {
    const node = await world.startNode((registry) => {
      Object.assign(registry.verifiers.google!, naming)
      if (isJoined) registry.aggregates = { people: { verifiers: ['google'] } }
    })
    nodes.push(node)
    return node
  }
  const token = (changes: object) => mint(rsa, world.good({ sub: 'Attacker-1', ...changes }))

  attack(
    'The provider lets people set any address, and says nothing about whether it is verified',
    'The node answers TOKEN_CLAIM: what nobody verified names nobody',
    async () => {
      const node = await nodeWith({})
      await node.assertRefused(token({ email: VICTIM, email_verified: undefined }), 'TOKEN_CLAIM')
    },
  )
  attack(
    'The word that the address is verified is spelled otherwise than yes',
    'The node answers TOKEN_CLAIM to each spelling',
    async () => {
      const node = await nodeWith({})
      const words = [false, 'false', null, 0, 1, 'TRUE', 'yes', 'no', [true], {}, { true: 1 }, '']
      for (const email_verified of words) {
        await node.assertRefused(token({ email: VICTIM, email_verified }), 'TOKEN_CLAIM')
      }
    },
  )
  attack(
    'The operator says that the provider verifies each address, and the token says that this one is not',
    'The node answers TOKEN_CLAIM: the token is believed',
    async () => {
      const node = await nodeWith({ isVerifierIdVerified: true })
      await node.assertShare(token({ email: VICTIM, email_verified: undefined }))
      for (const email_verified of [false, 'false', null]) {
        await node.assertRefused(token({ email: VICTIM, email_verified }), 'TOKEN_CLAIM')
      }
      const byName = await nodeWith({ verifierIdField: 'upn', isVerifierIdVerified: true })
      const unsure = token({ email: undefined, upn: VICTIM, email_verified: false })
      await byName.assertRefused(unsure, 'TOKEN_CLAIM')
    },
  )
  for (const field of [
    'upn',
    'preferred_username',
    'unique_name',
    'nickname',
    'https://id.example/mail',
  ]) {
    attack(
      `The registry names people by ${field}, which the attacker set to the address of somebody else`,
      'The node answers TOKEN_CLAIM, whatever the token says of the e-mail address beside it',
      async () => {
        const node = await nodeWith({ verifierIdField: field })
        for (const email_verified of [undefined, false, true]) {
          const idToken = token({ [field]: VICTIM, email: 'attacker@example.test', email_verified })
          await node.assertRefused(idToken, 'TOKEN_CLAIM')
        }
        await node.assertShare(token({ [field]: VICTIM, email: VICTIM, email_verified: true }))
      },
    )
  }
  attack(
    'The registry names people by a telephone number that nobody verified',
    'The node answers TOKEN_CLAIM',
    async () => {
      const node = await nodeWith({ verifierIdField: 'phone_number' })
      const phone_number = '+15550100'
      for (const phone_number_verified of [undefined, false]) {
        await node.assertRefused(token({ phone_number, phone_number_verified }), 'TOKEN_CLAIM')
      }
      await node.assertShare(token({ phone_number, phone_number_verified: true }))
    },
  )
  attack(
    'A member of an aggregate says nothing about the address, and the operator once vouched for it alone',
    'The node answers TOKEN_CLAIM: the word of the operator does not count for an aggregate',
    async () => {
      const node = await nodeWith({ isVerifierIdVerified: true }, true)
      await node.assertShare(token({ email: VICTIM, email_verified: true }))
      await node.assertRefused(token({ email: VICTIM, email_verified: undefined }), 'TOKEN_CLAIM')
    },
  )
  attack(
    'A changed config.json tells the wallet app that the provider verifies each address',
    'The wallet app reads the token, and the node answers TOKEN_CLAIM all the same',
    async () => {
      const node = await nodeWith({})
      const idToken = token({ email: VICTIM, email_verified: undefined })
      const source = { verifier: 'google', typeOfLogin: 'google', verifierIdField: 'email' }
      const exact = { ...source, isVerifierIdCaseSensitive: false }
      assert.throws(() => readIdentity(idToken, exact), { code: 'TOKEN_CLAIM' })
      const { verifierId } = readIdentity(idToken, { ...exact, isVerifierIdVerified: true })
      assert.equal(verifierId, VICTIM)
      await node.assertRefused(idToken, 'TOKEN_CLAIM')
    },
  )

  // Look-alikes. The first is the address of somebody else; the second is the one that the attacker has.
  const ONE_IN_LOWER_CASE: [what: string, theirs: string, own: string][] = [
    ['an Ångström sign (U+212B) for Å', 'år@example.test', '\u212br@example.test'],
    ['a Kelvin sign (U+212A) for K', 'kim@example.test', '\u212aim@example.test'],
    ['an ohm sign (U+2126) for Ω', 'ωmega@example.test', '\u2126mega@example.test'],
    ['a theta symbol (U+03F4) for Θ', 'θeta@example.test', '\u03f4eta@example.test'],
    ['a capital ẞ (U+1E9E) for ß', 'groß@example.test', 'GRO\u1e9e@example.test'],
    ['İ (U+0130) for i and a dot above', 'i\u0307nci@example.test', '\u0130nci@example.test'],
    ['ǅ (U+01C5), which is neither upper nor lower case', 'ǆ@example.test', '\u01c5@example.test'],
    [
      'Σ at the end of a word, which is ς there and σ elsewhere',
      'νικος@example.test',
      'ΝΙΚΟΣ@example.test',
    ],
    ['a letter and its ring as two characters', 'år@example.test', 'A\u030ar@example.test'],
  ]
  for (const [what, theirs, own] of ONE_IN_LOWER_CASE) {
    attack(
      `The address has ${what}`,
      'The node and the wallet app answer TOKEN_CLAIM: nobody is both, and nobody else is taken for either',
      async () => {
        const [lone, joined] = [await nodeWith({}), await nodeWith({}, true)]
        const idToken = token({ email: own })
        await lone.assertRefused(idToken, 'TOKEN_CLAIM')
        await joined.assertRefused(idToken, 'TOKEN_CLAIM')
        const rule = { verifierIdField: 'email', isVerifierIdCaseSensitive: false }
        const source = { ...rule, verifier: 'google', typeOfLogin: 'google' }
        assert.throws(() => readIdentity(idToken, source), { code: 'TOKEN_CLAIM' })
        // Who has the address in lower case keeps it, if it is one that can be written in one way.
        if (theirs === theirs.normalize('NFC')) await lone.assertShare(token({ email: theirs }))
      },
    )
  }
  attack(
    'The address has a letter of another alphabet that looks the same, or a wide one, or an invisible one',
    'It is another account than the one that it looks like',
    async () => {
      const rule = { verifierIdField: 'email', isVerifierIdCaseSensitive: false }
      const accounts = [
        VICTIM,
        VICTIM.replace('i', '\u0456'),
        VICTIM.replace('v', '\uff56'),
        VICTIM.replace('i', '\u0131'),
        VICTIM.replace('m', 'm\u200b'),
        `${VICTIM} `,
        `${VICTIM}.`,
      ].map((email) => verifierIdOf({ email, email_verified: true }, rule))
      assert.equal(new Set(accounts).size, accounts.length)
    },
  )
  attack(
    'The address has half of a character, or a control, in it',
    'The node answers TOKEN_CLAIM',
    async () => {
      const node = await nodeWith({})
      for (const odd of ['\\ud800', '\\u0000', '\\n', '\\u009f']) {
        const text = JSON.stringify(world.good({ email: 'v@ctim@example.test' }))
        await node.assertRefused(mint(rsa, text.replace('v@c', `v${odd}c`)), 'TOKEN_CLAIM')
      }
    },
  )
  attack(
    'An address has each of the 1,114,112 code points in it, in lower, upper and title case',
    'Two that are one account differ by the case of one letter alone, in both directions',
    async () => {
      const accounts = new Map<string, string[]>()
      for (let code = 0; code <= 0x10ffff; code += 1) {
        const email = `a${String.fromCodePoint(code)}b@example.test`
        const account = lowerCaseOf(email)
        if (account) accounts.set(account, [...(accounts.get(account) ?? []), email])
      }
      for (const [account, emails] of accounts) {
        assert.ok(emails.length <= 2, `${emails}`)
        if (emails.length === 1) continue
        assert.ok(emails.includes(account), account)
        const [, small] = [...account]
        const [, letter] = [...emails.find((email) => email !== account)!]
        assert.deepEqual([small!.toUpperCase(), letter!.toLowerCase()], [letter, small])
      }
      // All letters that there are, but for the few that are ambiguous.
      assert.ok(accounts.size > 250_000, `${accounts.size}`)
    },
  )
})
