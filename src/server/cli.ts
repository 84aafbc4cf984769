#!/usr/bin/env node
/** The command `wallet-embed`: everything an operator runs. */
import { main } from './cli/main.js'

const code = await main(process.argv.slice(2))
// What was opened before, such as a connection to Redis, would keep the process.
if (code) process.exit(code)
