/** deploy/install.sh, in a shell: its parts, without the machine that it makes ready. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'

import { DEPLOY, deployed } from '../support/deploy.js'

const NO_OPENSSL = spawnSync('openssl', ['version']).status === 0 ? false : 'openssl is missing'

describe('install.sh', () => {
  it('says how it is used', () => {
    const script = join(DEPLOY, 'install.sh')
    execFileSync('sh', ['-n', script])
    const { status, stderr } = spawnSync('sh', [script, 'nodes'], { encoding: 'utf8' })
    assert.equal(status, 2)
    assert.match(stderr, /install\.sh node <index>/)
  })

  it('says after an upgrade that a node is ready, and asks for no key again', () => {
    const dir = mkdtempSync(join(tmpdir(), 'wallet-embed-'))
    try {
      // identity --out FILE
      const made = '#!/bin/sh\necho made > "$3"\necho KEY\n'
      writeFileSync(join(dir, 'wallet-embed'), made, { mode: 0o755 })
      const [end] = /^if \[ "\$1" = node \].*/ms.exec(deployed('install.sh'))!
      const script = `keys=$5; key() { :; }; site() { :; }\n${end}`
      const install = () => {
        const env = { ...process.env, PATH: `${dir}:${process.env.PATH}` }
        const args = ['-euc', script, 'sh', 'node', '1', 'node1.example', 'wallet.example', dir]
        return execFileSync('sh', args, { env, encoding: 'utf8' })
      }
      assert.match(install(), /ready but for its share.* this key:\nKEY\n$/)
      assert.equal(install(), 'wallet-embed-node@1 is ready.\n')
    } finally {
      rmSync(dir, { recursive: true })
    }
  })

  it('leaves nginx as it was where its site is refused, and a site that was changed by hand', () => {
    const dir = mkdtempSync(join(tmpdir(), 'wallet-embed-'))
    try {
      const conf = join(dir, 'conf.d/wallet-embed.conf')
      mkdirSync(join(dir, 'conf.d'))
      for (const name of ['nginx', 'systemctl']) {
        writeFileSync(join(dir, name), `#!/bin/sh\n! grep -q refused '${conf}'\n`, { mode: 0o755 })
      }
      const [site] = /^site\(\).*?^}$/ms.exec(deployed('install.sh'))!
      const script = `here=$1; ${site.replaceAll('/etc/nginx', dir)}\nsite node.conf node1.example "$2"`
      const install = (name: string) => {
        const env = { ...process.env, PATH: `${dir}:${process.env.PATH}` }
        return spawnSync('sh', ['-euc', script, 'sh', DEPLOY, name], { env }).status
      }
      assert.equal(install('refused.example'), 1)
      assert.deepEqual(readdirSync(join(dir, 'conf.d')), [])
      assert.equal(install('node.example'), 0)
      const text = readFileSync(conf, 'utf8')
      assert.match(text, /server_name node\.example;/)
      assert.equal(install('refused.example'), 1)
      assert.equal(readFileSync(conf, 'utf8'), text)
      assert.equal(install('other.example'), 0)
      assert.match(readFileSync(conf, 'utf8'), /server_name other\.example;/)
      // As an operator, or certbot, may change it.
      writeFileSync(conf, `${text}# mine\n`)
      assert.equal(install('new.example'), 0)
      assert.equal(readFileSync(conf, 'utf8'), `${text}# mine\n`)
      assert.match(readFileSync(`${conf}.dist`, 'utf8'), /server_name new\.example;/)
      assert.equal(install('new.example'), 0)
      assert.equal(readFileSync(conf, 'utf8'), `${text}# mine\n`)
    } finally {
      rmSync(dir, { recursive: true })
    }
  })

  it('makes a key where a run before left an empty file, and keeps one that is there', {
    skip: NO_OPENSSL,
  }, () => {
    const keys = mkdtempSync(join(tmpdir(), 'wallet-embed-'))
    try {
      const [line] = /^key\(\).*$/m.exec(readFileSync(join(DEPLOY, 'install.sh'), 'utf8'))!
      const makeKey = () => {
        execFileSync('sh', ['-euc', `keys=$1; ${line}; key audit-key`, 'sh', keys])
        return readFileSync(join(keys, 'audit-key'), 'utf8')
      }
      // As a full disk leaves it.
      writeFileSync(join(keys, 'audit-key'), '')
      const made = makeKey()
      assert.match(made, /^\S{44}\n$/)
      assert.equal(makeKey(), made)
    } finally {
      rmSync(keys, { recursive: true })
    }
  })
})
