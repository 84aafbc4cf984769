import { build } from 'esbuild'

export const CLIENTS = ['viem', 'ethers', 'web3', 'wagmi'] as const
export type Client = (typeof CLIENTS)[number]

/** The steps of a site that uses this library, as one script. */
export async function bundle(client: Client): Promise<string> {
  const result = await build({
    entryPoints: [`test/e2e/clients/${client}.ts`],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
    logLevel: 'error',
  })
  return result.outputFiles[0]!.text
}
