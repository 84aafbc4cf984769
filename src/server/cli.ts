#!/usr/bin/env node
/** The command `wallet-embed`: everything an operator runs. */
import { main } from './cli/main.js'

const code = await main(process.argv.slice(2))
// Open handles, such as a connection to Redis, would keep the process alive.
if (code) process.exit(code)
