/** ERC-7730: a registry of descriptors, with tests of what wallets should show. */
import { Registry } from '../erc7730/registry.js'
import { outcomesOf } from '../erc7730/report.js'
import type { Suite } from './suite.js'

export const erc7730: Suite = {
  name: 'erc7730',
  title: 'ERC-7730, clear signing',
  from: '[ethereum/clear-signing-erc7730-registry](https://github.com/ethereum/clear-signing-erc7730-registry), `testsv2`',
  drives:
    'the engine that reads descriptors (`src/chain/clear-signing`): intent, sentence, owner, labels and values are compared',
  run(files) {
    const registry = new Registry(files.root)
    for (const { name } of registry.tests()) files.json(name)
    return outcomesOf(registry).map(({ verdict, reason, hasOwnWords }) => ({
      ...(verdict !== 'equal' && { miss: `${verdict}: ${reason}` }),
      ...(hasOwnWords && {
        note: 'calls that the wallet puts into its own words, before it asks descriptors of others',
      }),
    }))
  },
}
