/** How a browser is named in the list of a person's sessions. */
import assert from 'node:assert/strict'
import { it } from 'node:test'

import { browserName } from '../../src/app/support/browser-name.js'

const MOZILLA = 'Mozilla/5.0'
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const NAMES = {
  [`${MOZILLA} (X11; Linux x86_64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`]: 'Chrome, Linux',
  [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`]:
    'Edge, Windows',
  [`${MOZILLA} (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0`]:
    'Firefox, Windows',
  [`${MOZILLA} (Linux; Android 10; K) ${WEBKIT} Chrome/142.0.0.0 Mobile Safari/537.36`]:
    'Chrome, Android',
  [`${MOZILLA} (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1`]:
    'Safari, iPhone',
  [`${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15`]:
    'Safari, macOS',
  'a program': '',
}

for (const [agent, name] of Object.entries(NAMES)) {
  it(`is “${name}” for ${agent}`, () => assert.equal(browserName(agent), name))
}
