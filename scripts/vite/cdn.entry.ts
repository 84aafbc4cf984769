/** What `<script type="module" src="…/cdn/wallet-embed.js">` loads: the classes, and the elements registered. */
import '../../components/define.js'

export * from '../../src/index.js'
