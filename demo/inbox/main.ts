/** The local mail server and inbox. `node dist/programs/inbox.js <port> <SMTP port>`. */
import { serveInbox } from './serve.js'

const [port, smtpPort] = process.argv.slice(2).map(Number)
await serveInbox({ port: port!, smtpPort: smtpPort! })
