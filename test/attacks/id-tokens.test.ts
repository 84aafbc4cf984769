import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { createRemoteJWKSet, decodeJwt, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { keccak256 } from 'ox/Hash'
import type { BrowserContext, Page } from 'playwright-core'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { possessionInput } from '../../src/keys/possession.js'
import type { Registry } from '../../src/protocol/registry.js'
import { createLoginService } from '../../src/server/login/login-service.js'
import {
  type BackendKeys,
  type BackendTokens,
  createBackendTokens,
  makeBackendKeys,
} from '../../src/server/tokens/backend-tokens.js'
import { createTokenCheck } from '../../src/server/tokens/token-check.js'
import { decrypt, thumbprint } from '../../src/shared/jwe.js'
import { barePage } from '../e2e/site.js'
import { type Demo, openDemo, PERSON } from '../e2e/support.js'
import { newProfile, Place, pageAt } from '../e2e/visit.js'
import { type Issuer, registryFor, startIssuer } from '../node/support/issuer.js'
import { post, refusal, start } from '../node/support/services.js'
import { claim } from './claim.js'
import { answerOf, makePair, type Pair, prove as proveBy } from './proofs.js'

const WALLET = 'http://localhost:4050'
const SHOP = 'https://shop.example'
const OTHER_SITE = 'https://other.example'
/** Of the issuer's `demo`. */
const DEMO = 'http://localhost:4040'

const SAYS =
  'A token for a site’s own server names who the login service saw sign in, and an address whose key agreed, to that site alone'

claim(SAYS, ({ attack, before, after, beforeEach, afterEach }) => {
  const here = new Place('trusting', { before, after })
  let context: BrowserContext
  let issuer: Issuer
  let registry: Registry
  let keys: BackendKeys
  const backend: { tokens?: BackendTokens } = {}
  let service: FastifyInstance
  let url: string
  const accountKey = generatePrivateKey()
  const account = privateKeyToAccount(accountKey)

  before(async () => {
    issuer = await startIssuer()
    here.site.page('/', barePage())
    registry = registryFor(issuer.url)
    service = createLoginService({ registry, secrets: {}, walletOrigin: WALLET, backend })
    url = await start(service)
    keys = await makeBackendKeys()
  })
  after(async () => {
    await service?.close()
    issuer?.close()
  })
  beforeEach(async () => {
    backend.tokens = await createBackendTokens(keys, url)
    context = await newProfile(here.world)
  })
  afterEach(() => context.close())

  /** Signs somebody in as the wallet does. */
  async function signIn(changes: JWTPayload = {}, verifier = 'google') {
    const [login, holder] = [await makePair(), await makePair()]
    const claims = issuer.claims(await thumbprint(login.key), changes)
    const idToken = await issuer.sign(claims)
    const body = { verifier, idToken, key: login.key, holder: holder.key }
    const grant = await answerOf(await post(`${url}/grants`, body), login)
    return { grant, holder, idToken, login }
  }

  const prove = (audience: string, nonce: string, holder: Pair) =>
    proveBy(audience, nonce, holder, accountKey)

  type SignedIn = Awaited<ReturnType<typeof signIn>>
  async function ask({ grant, holder }: SignedIn, audience = SHOP, nonce = 'n'): Promise<Response> {
    const proof = await prove(audience, nonce, holder)
    return post(`${url}/id-token`, { grant, audience, nonce, ...proof })
  }

  /** What docs/backends.md has a server do. */
  async function verify(token: string, audience = SHOP, issuedBy = url): Promise<JWTPayload> {
    const jwks = createRemoteJWKSet(new URL(`${issuedBy}/.well-known/jwks.json`))
    const expected = { issuer: issuedBy, audience, algorithms: ['ES256'], typ: 'wallet-id+jwt' }
    return (await jwtVerify(token, jwks, expected)).payload
  }

  const tokenOf = async (person: SignedIn, audience = SHOP) =>
    answerOf(await ask(person, audience), person.holder)

  /** The grant of an application's page. */
  async function grantFor(person: SignedIn, clientId = 'demo') {
    const holder = await makePair()
    const proof = await prove(clientId, '', holder)
    const body = { grant: person.grant, clientId, holder: holder.key, ...proof }
    return { response: await post(`${url}/grants`, body), holder }
  }

  const inPage = (page: Page, method: string, params: unknown): Promise<string> =>
    page.evaluate(
      ([method, params]) =>
        window.wallet.provider
          .request({ method, params: params as unknown[] })
          .then(String, ({ data, code }) => `refused ${data?.walletError ?? code}`),
      [method, params] as const,
    )

  async function openSite(name: string): Promise<Page> {
    const page = await pageAt(context, `${here.site.origin(name)}/`)
    await page.evaluate(`(async () => {
      window.wallet = new lib.Wallet({ walletUrls: { production: '${here.world.stack.urls.wallet}' } })
      await wallet.init({ network: { host: 'localhost' }, useLocalStorage: true })
    })()`)
    return page
  }

  async function signedIn(): Promise<Demo> {
    const demo = await openDemo(here.world, '/', context)
    await demo.signIn(PERSON)
    return demo
  }

  attack(
    'A page names another site as the audience of the token that it asks for',
    'It gets INVALID_ARGUMENT; the token of a page is for the origin that the browser vouches for',
    async () => {
      const { page } = await signedIn()
      for (const more of ['audience', 'aud', 'origin', 'site']) {
        const answer = await inPage(page, 'wallet_getIdToken', [{ nonce: 'n', [more]: SHOP }])
        assert.equal(answer, 'refused INVALID_ARGUMENT', more)
      }
      const token = await inPage(page, 'wallet_getIdToken', [{ nonce: 'n' }])
      assert.equal(decodeJwt(token).aud, here.world.stack.urls.demo)
    },
  )
  attack(
    'A page that the person did not let see who they are asks for a token',
    'It gets NOT_LOGGED_IN, whether or not somebody is signed in, and nobody is asked',
    async () => {
      const page = await openSite('evil.pair')
      assert.equal(await inPage(page, 'wallet_getIdToken', [{}]), 'refused NOT_LOGGED_IN')
    },
  )
  attack(
    'A page asks for a token after the person took its permission back',
    'It gets NOT_LOGGED_IN',
    async () => {
      const { page } = await signedIn()
      assert.match(await inPage(page, 'wallet_getIdToken', [{}]), /^ey/)
      await inPage(page, 'wallet_revokePermissions', [{ eth_accounts: {} }])
      assert.equal(await inPage(page, 'wallet_getIdToken', [{}]), 'refused NOT_LOGGED_IN')
    },
  )
  attack(
    'A page asks the login service itself, past the wallet',
    'It is refused at once for grants, and without a grant for tokens',
    async () => {
      const page = await openSite('evil.pair')
      const answers = await page.evaluate(`Promise.all(['grants', 'id-token'].map((path) =>
        fetch('${here.world.stack.urls.login}/' + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ grant: 'x' }),
        }).then((answer) => answer.json()).then(({ error }) => error.code, () => 'not heard')))`)
      assert.deepEqual(answers, ['not heard', 'NO_IDENTITY'])
    },
  )
  attack(
    'A person has the account by its recovery phrase alone, and the page asks who they are',
    'It gets NO_IDENTITY: the login service saw nobody sign in',
    async () => {
      const demo = await signedIn()
      const phrase = await demo.recoveryPhrase()
      await demo.page.evaluate(() => window.wallet.logout())
      await demo.openWallet()
      const popup = demo.page.waitForEvent('popup')
      await demo.press('More ways')
      await demo.press('Use recovery phrase')
      const entry = await popup
      const first = { name: 'Word 1', exact: true }
      await entry.getByRole('textbox', first).or(entry.getByRole('combobox', first)).fill(phrase)
      await entry.getByRole('button', { name: 'Open the account' }).click()
      await demo.page.waitForFunction(() => window.wallet.isLoggedIn)
      assert.equal(await inPage(demo.page, 'wallet_getIdToken', [{}]), 'refused NO_IDENTITY')
    },
  )
  attack(
    'A site that was given a token presents it to the server of another site',
    'That server refuses it by its audience',
    async () => {
      const token = await tokenOf(await signIn())
      await verify(token)
      await assert.rejects(verify(token, OTHER_SITE), /"aud"/)
    },
  )
  attack(
    'Two sites compare what their tokens call somebody',
    'It is another name on each, and says nothing of the person; on one site it stays the same, whatever keys sign',
    async () => {
      const person = await signIn()
      const [one, other] = [await tokenOf(person), await tokenOf(person, OTHER_SITE)].map(decodeJwt)
      assert.notEqual(one!.sub, other!.sub)
      keys = await makeBackendKeys(keys)
      backend.tokens = await createBackendTokens(keys, url)
      assert.equal(decodeJwt(await tokenOf(await signIn())).sub, one!.sub)
    },
  )
  attack(
    'Somebody who reads a grant on its way asks for a token with it',
    'They get one that only the wallet which signed in can open',
    async () => {
      const person = await signIn()
      const thief = await makePair()
      const response = await ask(person)
      const { answer } = (await response.json()) as { answer: string }
      await assert.rejects(decrypt(answer, thief.privateKey), /cannot be opened/)
      // With a key of their own the signature is of no use, nor the grant.
      const proof = await prove(SHOP, 'n', thief)
      const other = await post(`${url}/id-token`, {
        ...{ grant: person.grant, audience: SHOP, nonce: 'n', ...proof },
      })
      assert.deepEqual(await refusal(other), [401, 'UNAUTHORIZED'])
    },
  )
  attack(
    'Somebody who steals an ID token asks for a grant with it',
    'With a key of theirs it is TOKEN_NONCE; with the key of the login the answer is ciphertext to them',
    async () => {
      const { idToken, login } = await signIn()
      const thief = await makePair()
      const own = { verifier: 'google', idToken, key: thief.key, holder: thief.key }
      assert.deepEqual(await refusal(await post(`${url}/grants`, own)), [401, 'TOKEN_NONCE'])
      const response = await post(`${url}/grants`, { ...own, key: login.key })
      const { answer } = (await response.json()) as { answer: string }
      await assert.rejects(decrypt(answer, thief.privateKey), /cannot be opened/)
    },
  )
  attack(
    'Somebody has an address named that is not theirs: unsigned, signed by another key, or by a signature that its owner gave for another use',
    'The login service answers UNAUTHORIZED to each',
    async () => {
      const person = await signIn()
      const { grant, holder } = person
      const victim = account
      const input = possessionInput(SHOP, 'n', await thumbprint(holder.key))
      const hash = keccak256(input, { as: 'Hex' })
      const signed = async (raw: Uint8Array | `0x${string}`) => ({
        address: victim.address,
        signature: await victim.signMessage({ message: { raw } }),
      })
      for (const proof of [
        { address: victim.address, signature: `0x${'00'.repeat(65)}` },
        { ...(await proveBy(SHOP, 'n', holder, generatePrivateKey())), address: victim.address },
        await prove(OTHER_SITE, 'n', holder),
        await prove(SHOP, 'another', holder),
        await prove(SHOP, 'n', await makePair()),
        // What any site can have signed, by a yes: the same bytes, or their hash, as a message.
        await signed(input),
        await signed(hash),
      ]) {
        const body = { grant, audience: SHOP, nonce: 'n', ...proof }
        const response = await post(`${url}/id-token`, body)
        assert.deepEqual(await refusal(response), [401, 'UNAUTHORIZED'])
      }
      assert.equal((await ask(person)).status, 200)
    },
  )
  attack(
    'Somebody signs in by a provider that does not verify the e-mail address which they typed',
    'The token has no address by e-mail',
    async () => {
      for (const email_verified of [false, undefined, 'no', 1]) {
        const person = await signIn({ email_verified } as JWTPayload, 'github')
        const claims = await verify(await tokenOf(person))
        assert.deepEqual(['email' in claims, 'email_verified' in claims], [false, false])
      }
      const claims = await verify(await tokenOf(await signIn({}, 'github')))
      assert.equal(claims.email, 'Sample.One@example.test')
    },
  )
  attack(
    'Somebody signs a token for themselves: with no algorithm, with the public key as a secret, with a key of their own',
    'A server that checks as documented refuses each',
    async () => {
      const claims = decodeJwt(await tokenOf(await signIn()))
      const { keys: published } = backend.tokens!.jwks
      const [jwk] = published
      const spki = createPublicKey({ key: jwk as never, format: 'jwk' })
      const pem = spki.export({ type: 'spki', format: 'pem' })
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const typ = 'wallet-id+jwt'
      const none = `${part({ alg: 'none', typ })}.${part(claims)}.`
      const symmetric = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', typ, kid: jwk!.kid! })
        .sign(Buffer.from(pem))
      const own = await createBackendTokens(await makeBackendKeys(), url)
      const { sub, aud, ...rest } = claims
      const foreign = await own.sign(sub!, aud as string, rest)
      for (const token of [none, symmetric, foreign]) await assert.rejects(verify(token))
    },
  )
  attack(
    'The operator took a key out, since it leaked, and somebody signs and asks with it',
    'Servers that fetch the keys refuse its tokens, and the login service answers NO_IDENTITY to its grants',
    async () => {
      const person = await signIn()
      const token = await tokenOf(person)
      const rotated = await makeBackendKeys(keys)
      backend.tokens = await createBackendTokens(rotated, url)
      // Both count while both are listed.
      await verify(token)
      assert.equal((await ask(person)).status, 200)
      const only = { ...rotated, keys: rotated.keys.slice(0, 1) }
      backend.tokens = await createBackendTokens(only, url)
      await assert.rejects(verify(token), /no applicable key/)
      assert.deepEqual(await refusal(await ask(person)), [401, 'NO_IDENTITY'])
    },
  )
  attack(
    'A page asks for a token with the thumbprint of its own key as nonce, and takes it to a key node',
    'The node refuses it, though a registry named the very keys and audience: it is no ID token, by its type',
    async () => {
      const thief = await makePair()
      const holder = await signIn()
      const nonce = await thumbprint(thief.key)
      const token = await answerOf(await ask(holder, SHOP, nonce), holder.holder)
      const verifier = {
        ...registry.verifiers.google!,
        ...{ issuer: url, clientId: SHOP, jwksUri: `${url}/.well-known/jwks.json` },
      }
      const check = createTokenCheck({ ...registry, verifiers: { google: verifier } })
      await assert.rejects(check('google', token, thief.key), { code: 'TOKEN_MALFORMED' })
    },
  )
  attack(
    'The page of an application uses its grant for another audience, for another application, or from another origin',
    'The login service refuses each: the grant is for its own client id and origins',
    async () => {
      const person = await signIn()
      const { response, holder } = await grantFor(person)
      const grant = await answerOf(response, person.holder)
      const from = (origin: string, body: object) =>
        post(`${url}/id-token`, { grant, nonce: 'n', ...body }, { origin })
      const claims = await verify(await answerOf(await from(DEMO, {}), holder), 'demo')
      assert.deepEqual([claims.aud, claims.address], ['demo', account.address])
      assert.deepEqual(await refusal(await from(OTHER_SITE, {})), [403, 'ORIGIN_NOT_ALLOWED'])
      const proof = await prove(SHOP, 'n', holder)
      const other = from(DEMO, { audience: SHOP, ...proof })
      assert.deepEqual(await refusal(await other), [401, 'NO_IDENTITY'])
      const again = await grantFor({ ...person, grant })
      assert.deepEqual(await refusal(again.response), [401, 'NO_IDENTITY'])
    },
  )
  attack(
    'An application is registered under a client id that is the origin of another site',
    'There is no grant for it: its tokens would be taken for ones of that site',
    async () => {
      registry.applications[SHOP] = { ...registry.applications.demo!, origins: [DEMO] }
      const { response } = await grantFor(await signIn(), SHOP)
      delete registry.applications[SHOP]
      assert.deepEqual(await refusal(response), [404, 'UNKNOWN_CLIENT'])
    },
  )
  attack(
    'Somebody changes a grant, makes one up, or brings one of another login service',
    'The login service answers NO_IDENTITY',
    async () => {
      const person = await signIn()
      const { grant } = person
      const elsewhere = await createBackendTokens(await makeBackendKeys(), url)
      const { key: holder } = person.holder
      const named = { verifier: 'google', realm: 'google', verifierId: 'me', auth_time: 1, holder }
      const changed = `${grant.slice(0, -2)}${grant.endsWith('AA') ? 'BB' : 'AA'}`
      for (const wrong of [changed, 'x', person.idToken, await elsewhere.seal(named)]) {
        const response = await ask({ ...person, grant: wrong })
        assert.deepEqual(await refusal(response), [401, 'NO_IDENTITY'])
      }
    },
  )
  attack(
    'Somebody goes on with a grant after the operator took their provider away, or put it into an aggregate',
    'The login service refuses it: who they are is to be said anew',
    async () => {
      const person = await signIn()
      const { google } = registry.verifiers
      registry.aggregates = { everyone: { verifiers: ['google'] } }
      assert.deepEqual(await refusal(await ask(person)), [401, 'NO_IDENTITY'])
      delete registry.aggregates
      delete registry.verifiers.google
      assert.deepEqual(await refusal(await ask(person)), [404, 'UNKNOWN_VERIFIER'])
      registry.verifiers.google = google!
    },
  )
})
