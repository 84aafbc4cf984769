/**
 * Does over TLS what a service does, as a process of its own: which authorities one trusts is fixed when it
 * begins. Prints `done`, or the code of the error.
 */
import { createMailer } from '../../../src/server/login/email/mailer.js'
import { connectRedis } from '../../../src/server/store/redis-store.js'
import { WalletError } from '../../../src/shared/errors.js'

const [what, argument = ''] = process.argv.slice(2)

async function useRedis(): Promise<void> {
  const store = await connectRedis({ url: argument })
  try {
    const box = store.box('test', 60_000)
    await box.put('one', 'a')
    if ((await box.take('one')) !== 'a') throw new Error('lost')
  } finally {
    await store.close()
  }
}

async function sendMail(): Promise<void> {
  const delivery = await createMailer(JSON.parse(argument)).open()
  await delivery.send('sample.person@example.test', Buffer.from('Subject: Code\r\n\r\n123456'))
}

await (what === 'redis' ? useRedis() : sendMail()).then(
  () => console.log('done'),
  (error) => console.log(WalletError.from(error).code),
)
