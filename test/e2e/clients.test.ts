/** Sites that use the wallet as they use any other: by way of viem, ethers, web3.js and wagmi. */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { createPublicClient, http, verifyMessage, verifyTypedData } from 'viem'
import { parseSiweMessage, validateSiweMessage } from 'viem/siwe'

import { CHAIN_ID } from '../../demo/stack/settings.js'
import { Rpc } from '../../src/chain/rpc/rpc.js'
import { LocalChain } from '../support/local-chain.js'
import { after, before, describe, it } from '../support/suite.js'
import { bundle, CLIENTS } from './clients/bundle.js'
import { type Steps, TYPED_DATA } from './clients/steps.js'
import { barePage } from './site.js'
import { approve, PERSON, pickAccount, pressButton, walletFrame } from './support.js'
import { newProfile, Place } from './visit.js'
import { BRAND } from './worlds.js'

const SECOND_ID = 31_338
const TOKEN = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const ETHER = 10n ** 18n

describe('a site that uses', () => {
  const here = new Place()
  let second: LocalChain

  before(async () => {
    second = await LocalChain.start(SECOND_ID)
    const chains = {
      first: { id: CHAIN_ID, url: here.world.stack.urls.chain },
      second: { id: SECOND_ID, url: second.url },
    }
    const start = `
      window.chains = ${JSON.stringify(chains)}
      window.wallet = new lib.Wallet({ walletUrls: { production: ${JSON.stringify(here.world.stack.urls.wallet)} } })
      await window.wallet.init({ network: { host: 'localhost' } })`
    for (const client of CLIENTS) {
      const script = await bundle(client)
      here.site.page(`/${client}.js`, script, { 'content-type': 'text/javascript' })
      here.site.page(`/${client}`, barePage(`${start}\nawait import('/${client}.js')`))
    }
  })
  after(async () => {
    await second?.stop()
  })

  it("a list of wallets shows the operator's name and icon, with the next load without the wallet", async () => {
    const { wallet } = here.world.stack.urls
    here.site.page(
      '/list',
      barePage(`
        window.found = []
        addEventListener('eip6963:announceProvider', ({ detail }) => found.push(detail.info))
        window.wallet = new lib.Wallet({ walletUrls: { production: ${JSON.stringify(wallet)} } })
        window.started = wallet.init({ network: { host: 'localhost' } })
        started.catch(() => {})`),
    )
    const context = await newProfile(here.world)
    const page = await context.newPage()
    const listed = async () => {
      await page.goto(`${here.site.origin('list')}/list`)
      await page.waitForFunction('found.length')
      return page.evaluate('found.map(({ name, icon }) => ({ name, icon }))')
    }
    assert.deepEqual(await listed(), [BRAND])
    await page.evaluate('started')
    await page.route(`${wallet}/**`, (route) => route.abort())
    assert.deepEqual(await listed(), [BRAND])
    await context.close()
  })

  // Each by a different person, with separate nonces and a separate recipient.
  describe('a library', { concurrency: CLIENTS.length }, () => {
    for (const [at, client] of CLIENTS.entries()) {
      describe(client, { concurrency: 1, timeout: 240_000 }, () => {
        const TO = `0x52908400098527886e0f7030069857d2e4169e0${at}` as const
        let page: Page
        let address: `0x${string}`

        before(async () => {
          const context = await newProfile(here.world)
          page = await context.newPage()
          await open()
        })
        after(() => page?.context().close())

        const open = async () => {
          await page.goto(`${here.site.origin(client)}/${client}`)
          await page.waitForFunction(() => 'loaded' in window)
        }
        const run = <S extends keyof Steps>(step: S, ...args: unknown[]) =>
          page.evaluate(`steps.${step}(...${JSON.stringify(args)})`) as ReturnType<
            Required<Steps>[S]
          >
        const press = (name: string) =>
          pressButton(walletFrame(page).getByRole('button', { name, exact: true }))
        const approved = async <S extends keyof Steps>(step: S, ...args: unknown[]) => {
          const [result] = await Promise.all([run(step, ...args), approve(walletFrame(page))])
          await closed()
          return result
        }
        /** Else a click meant for the next question hits the last one's button. */
        const closed = () =>
          page.locator('wallet-embed dialog:not([open])').waitFor({ state: 'attached' })
        /** What a step that fails says as its code, wherever the library puts it. */
        const failure = (step: keyof Steps, ...args: unknown[]) =>
          page.evaluate(
            `steps.${step}(...${JSON.stringify(args)}).then(() => 'no error', (error) => {
            for (let at = error; at; at = at.cause ?? at.info?.error ?? at.error)
              if (at.code === 4001 || at.code === 'ACTION_REJECTED') return 'rejected'
            return String(error)
          })`,
          )

        it('connects', async () => {
          const popup = page.waitForEvent('popup')
          const connecting = run('connect')
          await press('Continue with Google')
          await pickAccount(await popup, `${client}.${PERSON}`)
          address = (await connecting) as `0x${string}`
          assert.match(address, /^0x[0-9a-fA-F]{40}$/)
          for (const url of [here.world.stack.urls.chain, second.url]) {
            const balance = `0x${(10n * ETHER).toString(16)}`
            await new Rpc(url).request('anvil_setBalance', [address, balance])
          }
        })

        it('is still connected after a reload', async () => {
          await open()
          assert.equal(await run('reconnect'), address)
        })

        it('signs a message, and hears of a no', async () => {
          const signature = (await approved('signMessage', 'hello')) as `0x${string}`
          assert.ok(await verifyMessage({ address, message: 'hello', signature }))
          const [refused] = await Promise.all([failure('signMessage', 'hello'), press('Reject')])
          await closed()
          assert.equal(refused, 'rejected')
        })

        it('signs typed data', async () => {
          const signature = (await approved('signTypedData')) as `0x${string}`
          assert.ok(await verifyTypedData({ address, ...TYPED_DATA, signature }))
        })

        it('sends a transaction and waits for its receipt', async () => {
          const chain = createPublicClient({ transport: http(here.world.stack.urls.chain) })
          const before = await chain.getBalance({ address: TO })
          const { hash, block } = await approved('send', TO, `${ETHER}`)
          const receipt = await chain.getTransactionReceipt({ hash: hash as `0x${string}` })
          assert.equal(receipt.status, 'success')
          assert.equal(Number(receipt.blockNumber), block)
          assert.equal((await chain.getBalance({ address: TO })) - before, ETHER)
        })

        if (client === 'viem') {
          it('sends two transfers with one approval, and waits for both receipts', async () => {
            const chain = createPublicClient({ transport: http(here.world.stack.urls.chain) })
            const balances = () =>
              Promise.all(([TO, TOKEN] as const).map((to) => chain.getBalance({ address: to })))
            const before = await balances()
            const calls = await approved('sendCalls', [TO, TOKEN], `${ETHER}`)
            assert.deepEqual(
              [calls.status, calls.statusCode, calls.atomic, calls.receipts.length],
              ['success', 200, false, 2],
            )
            for (const [at, to] of [TO, TOKEN].entries()) {
              const { hash, status, block } = calls.receipts[at]!
              const mined = await chain.getTransactionReceipt({ hash: hash as `0x${string}` })
              assert.deepEqual([mined.status, Number(mined.blockNumber)], [status, block])
              assert.deepEqual([mined.from, mined.to], [address.toLowerCase(), to.toLowerCase()])
            }
            const gains = (await balances()).map((now, at) => now - before[at]!)
            assert.deepEqual(gains, [ETHER, ETHER])
          })
        }

        it('adds a chain that only it knows, and sends there', async () => {
          await approved('add')
          assert.equal(await run('chainId'), SECOND_ID)
          const { hash } = await approved('send', TO, '1')
          const chain = createPublicClient({ transport: http(second.url) })
          const { status } = await chain.getTransactionReceipt({ hash: hash as `0x${string}` })
          assert.equal(status, 'success')
        })

        it('switches back and forth, and finds the chain again after a reload', async () => {
          await approved('switchTo', CHAIN_ID)
          assert.equal(await run('chainId'), CHAIN_ID)
          await approved('switchTo', SECOND_ID)
          await open()
          await run('reconnect')
          assert.equal(await run('chainId'), SECOND_ID)
          await approved('switchTo', CHAIN_ID)
        })

        it('has a token watched', async () => {
          assert.equal(await approved('watch', TOKEN), true)
        })

        it('disconnects: it sees no account, and asks again', async () => {
          await run('disconnect')
          await page.waitForFunction(() => window.steps.accounts().then((all) => !all.length))
          const again = run('connect')
          await approve(walletFrame(page), 'Connect')
          assert.equal(await again, address)
        })

        if (client === 'viem') {
          it('connects and signs in to its server with one approval', async () => {
            await run('disconnect')
            await page.waitForFunction(() => window.steps.accounts().then((all) => !all.length))
            const nonce = 'abcdefgh12345678'
            const signing = run('signIn', nonce)
            await approve(walletFrame(page), 'Sign in')
            const { message, signature, ...signed } = await signing
            const domain = new URL(here.site.origin(client)).host
            const fields = parseSiweMessage(message)
            assert.ok(validateSiweMessage({ message: fields, domain, nonce, address }))
            assert.ok(
              await verifyMessage({ address, message, signature: signature as `0x${string}` }),
            )
            assert.deepEqual([signed.address, await run('accounts')], [address, [address]])
          })
        }
      })
    }
  })
})
