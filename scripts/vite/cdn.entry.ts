/** What `<script type="module" src="…/cdn/wallet-embed.js">` loads: the elements registered, and the classes. */
export * from '../../components/cdn.js'
export * from '../../src/index.js'
