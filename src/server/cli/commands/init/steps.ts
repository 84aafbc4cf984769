/** What each operator types, as docs/operate.md has it under "From empty machines to a wallet", with their own names. */

export interface Setting {
  /** Host names. */
  wallet: string
  login: string
  nodes: string[]
  /** How many nodes a login takes. */
  threshold: number
  /** Name of the provider in the registry. */
  provider: string
  /** URL of the Redis that copies of the login service share, or `none`: then there is one copy. */
  redis: string
  /** Whether the login service keeps people's blobs. */
  sync: 'yes' | 'no'
}

const unpacked = (version: string) =>
  `mkdir -p /opt/wallet-embed && tar -xzf wallet-embed-server-${version}.tgz -C /opt/wallet-embed --strip-components=1`

/** Steps that need no registry yet. */
function nodeBegins({ wallet, nodes, threshold }: Setting, index: number, version: string): string {
  const host = nodes[index - 1]
  return `${unpacked(version)}
/opt/wallet-embed/deploy/install.sh node ${index} ${host} ${wallet}
wallet-embed dkg --index ${index} --of ${nodes.length} --threshold ${threshold} --url https://${host} --out /var/lib/wallet-embed --backup-out /root \\
  --share-key-file /etc/wallet-embed/keys/share-key --backup-key-file /etc/wallet-embed/keys/backup-key \\
  --peers /etc/wallet-embed/peers.json --identity /etc/wallet-embed/keys/identity.json --listen 0.0.0.0:7000`
}

const nodeRuns = (index: number) => `systemctl enable --now wallet-embed-node@${index}`

const frontChecks = `cd /etc/wallet-embed
wallet-embed registry check`

function frontRuns({ wallet, login, nodes, provider, redis, sync }: Setting): string {
  const ready = [wallet, login, ...nodes].map((host) => `https://${host}/readyz`)
  const [keeping, told] =
    sync === 'yes'
      ? ["echo 'LOGIN_ARGS=--sync lmdb:/var/lib/wallet-embed/sync' >> environment\n", ' --sync yes']
      : ['', '']
  const copies = (redis === 'none' ? [4051] : [4051, 4071]).map(
    (port) => `wallet-embed-login@${port}`,
  )
  return `${keeping}echo '${redis}' > keys/redis-url
echo '<our client secret there>' > secrets/${provider}
wallet-embed app-config --registry registry.json --network network.json --chains chains.json \\
  --login-service https://${login} --out config.json${told}
systemctl enable --now wallet-embed-wallet ${copies.join(' ')}
curl --fail --retry 10 --retry-connrefused ${ready.join(' ')}
wallet-embed nodes check --network https://${wallet}/config.json`
}

/** @param version - Of the package. */
export function stepsOf(setting: Setting, version: string): string {
  const { wallet, nodes, threshold } = setting
  const operators = nodes.map(
    (host, i) => `### Node ${i + 1}: ${host}

\`\`\`sh node${i + 1}
${nodeBegins(setting, i + 1, version)}
\`\`\`
`,
  )
  return `# From empty machines to https://${wallet}

All of it is run by root with \`umask 022\`. docs/operate.md says why, and what may go wrong.

## 1. Each node's operator makes a machine ready

The second line prints the operator's public key. The operators tell each other theirs, in person or by voice, and all write the
same \`/etc/wallet-embed/peers.json\`:

\`\`\`json
${peers(nodes)}
\`\`\`

Then all of them run the third within ten minutes, while port 7000 is open. The backup and \`backup-key\` go to two different places. With fewer than
${threshold} shares or backups, all keys are lost.

${operators.join('\n')}
## 2. The front

\`https://${wallet}/login\` is registered as redirect URL with the provider. \`registry.json\` goes to each node's operator, who looks at it and
puts it in \`/etc/wallet-embed\`: what the node has counts there.

\`\`\`sh front
${frontChecks}
\`\`\`

## 3. The nodes run

\`\`\`sh nodes
${nodes.map((host, i) => `${nodeRuns(i + 1)}    # ${host}`).join('\n')}
\`\`\`

## 4. The front runs

With a copy of one node's \`/var/lib/wallet-embed/network.json\` in \`/etc/wallet-embed\`.

\`\`\`sh front
${frontRuns(setting)}
\`\`\`
`
}

function peers(nodes: readonly string[]): string {
  const entries = nodes.map((host, i) => {
    const place = { key: '<the public key of that operator>', url: `http://${host}:7000` }
    return [i + 1, place] as const
  })
  return JSON.stringify(Object.fromEntries(entries), null, 2)
}
