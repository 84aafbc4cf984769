import { expect } from '@open-wc/testing'
import { log } from '../../src/app/support/log.js'
import { createApp } from './app-support.js'

describe('the log', () => {
  const lines: string[] = []
  const { debug } = console
  beforeEach(() => {
    lines.length = 0
    console.debug = (...parts: unknown[]) => void lines.push(parts.join(' '))
  })
  afterEach(() => {
    console.debug = debug
    log.isOn = false
  })

  it('is off in production, on elsewhere, and changes live', async () => {
    const { app } = createApp({ params: { buildEnv: 'testing' } })
    await app.configure({ enableLogging: false })
    expect(log.isOn).to.equal(false)
    await app.configure({})
    expect(log.isOn).to.equal(true)
    const production = createApp({ params: {} }).app
    await production.configure({})
    expect(log.isOn).to.equal(false)
    await production.configure({ enableLogging: true })
    expect(log.isOn).to.equal(true)
  })

  it('names methods and how they ended, and nothing that was in them', async () => {
    log.isOn = true
    await log.request('personal_sign', () => 'SECRET')
    const fails = () => Promise.reject(new Error('SECRET'))
    await log.request('eth_sendTransaction', fails).catch(() => {})
    await log.request('SECRET stuff', () => 1)
    expect(lines.join('\n')).to.match(/personal_sign done \d+ ms/)
    expect(lines.join('\n')).to.match(/eth_sendTransaction failed INTERNAL \d+ ms/)
    expect(lines.join('\n').includes('SECRET')).to.equal(false)
  })
})
