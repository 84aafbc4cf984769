/** Tokens by which a site's own server knows who somebody is, checked as docs/backends.md says. */
import assert from 'node:assert/strict'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { JWTPayload } from 'jose'
import type { Page } from 'playwright-core'
import { stringToHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'

import { fromRoot } from '../../scripts/vite/shared.js'
import { before, describe, it } from '../support/suite.js'
import { barePage } from './site.js'
import { approve, type Demo, logIn, openDemo, PERSON, request } from './support.js'
import { Place } from './visit.js'

const OTHER_ADDRESS = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

describe('a token for backends', { concurrency: 4 }, () => {
  const here = new Place()

  before(async () => {
    here.site.page('/', barePage())
  })

  /** Code of the documentation, as a module of its own. @param changes - Of its example values. */
  async function recipe<T>(name: string, changes: Record<string, string>): Promise<T> {
    const page = await readFile(fromRoot('docs/backends.md'), 'utf8')
    const blocks = [...page.matchAll(/^```js\n(.*?)^```/gms)].map(([, code]) => code!)
    let code = blocks.find((block) => block.includes(`function ${name}(`))!
    for (const [example, value] of Object.entries(changes)) {
      assert.ok(code.includes(`'${example}'`), example)
      code = code.replace(`'${example}'`, JSON.stringify(value))
    }
    const dir = fromRoot('test/.output/recipes')
    const file = `${dir}/${crypto.randomUUID()}.mjs`
    await mkdir(dir, { recursive: true })
    await writeFile(file, code)
    try {
      return (await import(pathToFileURL(file).href))[name]
    } finally {
      await rm(file)
    }
  }

  async function verify(token: string, audience: string, nonce?: string): Promise<JWTPayload> {
    const changes = {
      'https://login.example': here.world.stack.urls.login,
      'https://shop.example': audience,
    }
    type WhoIs = (token: string, nonce?: string) => Promise<JWTPayload>
    return (await recipe<WhoIs>('whoIs', changes))(token, nonce)
  }

  const ofWallet = (page: Page, nonce?: string): Promise<string> =>
    page.evaluate(
      (nonce) =>
        window.wallet.getIdToken(nonce ? { nonce } : {}).catch((error) => {
          throw new Error(`[${error.code}] ${error.message}`)
        }),
      nonce,
    )

  const ofClient = (page: Page, nonce?: string): Promise<string> =>
    page.evaluate(
      (nonce) =>
        window.loginClient.getIdToken(nonce ? { nonce } : {}).catch((error) => {
          throw new Error(`[${error.code}] ${error.message}`)
        }),
      nonce,
    )

  /** The demo, with somebody signed in to its wallet. */
  async function signedIn(provider?: string): Promise<Demo> {
    const demo = await openDemo(here.world)
    await demo.signIn(PERSON, provider)
    return demo
  }

  it('names the person, the address and the nonce to the site that asked, for five minutes', async () => {
    const demo = await signedIn()
    const { demo: shop } = here.world.stack.urls
    const token = await ofWallet(demo.page, 'a nonce')
    const { sub, iat, exp, auth_time, ...rest } = await verify(token, shop, 'a nonce')
    await assert.rejects(verify(token, shop, 'another'), /another sign-in/)
    await assert.rejects(ofWallet(demo.page, 'n'.repeat(256)), /\[INVALID_ARGUMENT\] .*nonce/)
    const [address] = await demo.page.evaluate(() =>
      window.wallet.provider.request({ method: 'eth_accounts' }).then((all) => all as string[]),
    )
    assert.deepEqual(rest, {
      iss: here.world.stack.urls.login,
      aud: shop,
      address,
      verifier: 'google',
      email: PERSON,
      email_verified: true,
      nonce: 'a nonce',
    })
    assert.equal(exp! - iat!, 300)
    assert.ok((auth_time as number) <= iat!)
    assert.match(sub!, /^[\w-]{43}$/)
    await demo.close()
  })

  it('is there after a reload, and over after a logout', async () => {
    const demo = await signedIn()
    const before = await verify(await ofWallet(demo.page), here.world.stack.urls.demo)
    await demo.page.reload()
    await demo.ready()
    const after = await verify(await ofWallet(demo.page), here.world.stack.urls.demo)
    const { sub, address } = after
    assert.deepEqual([sub, address], [before.sub, before.address])
    await demo.page.evaluate(() => window.wallet.logout())
    await assert.rejects(ofWallet(demo.page), /\[NOT_LOGGED_IN\]/)
    await demo.close()
  })

  it("names an application's own address, also after a reload", async () => {
    const demo = await openDemo(here.world)
    const key = await logIn(demo.page, PERSON)
    const address = privateKeyToAddress(`0x${key}`)
    const {
      aud,
      address: named,
      email,
      nonce,
    } = await verify(await ofClient(demo.page, 'n'), 'demo', 'n')
    assert.deepEqual([aud, named, email, nonce], ['demo', address, PERSON, 'n'])
    await demo.page.reload()
    await demo.ready()
    assert.equal((await verify(await ofClient(demo.page), 'demo')).address, address)
    await demo.page.evaluate(() => window.loginClient.logout())
    await assert.rejects(ofClient(demo.page), /\[NOT_LOGGED_IN\]/)
    await demo.close()
  })

  it('has a counterpart in sign-in with Ethereum, which takes nobody’s word', async () => {
    const demo = await signedIn()
    const [address] = (await request(demo.page, 'eth_accounts')) as [`0x${string}`]
    const { host: domain, origin: uri } = new URL(demo.page.url())
    const nonce = 'abcdefgh12345678'
    const message = createSiweMessage({
      address,
      chainId: 31_337,
      domain,
      uri,
      nonce,
      version: '1',
    })
    const signing = request(demo.page, 'personal_sign', [stringToHex(message), address])
    await approve(demo.frame, 'Sign in')
    const signature = (await signing) as string
    type WhoSigned = (message: string, signature: string, nonce: string) => Promise<string>
    const whoSigned = await recipe<WhoSigned>('whoSigned', { 'shop.example': domain })
    assert.equal(await whoSigned(message, signature, nonce), address)
    await assert.rejects(whoSigned(message, signature, 'abcdefgh12345679'), /Not for us/)
    await assert.rejects(
      whoSigned(message.replace(address, OTHER_ADDRESS), signature, nonce),
      /Not theirs/,
    )
    await demo.close()
  })
})
