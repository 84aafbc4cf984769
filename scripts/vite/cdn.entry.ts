/**
 * The entry of `<script type="module" src="…/cdn/wallet-embed.js">`: registers the elements, and exports the classes.
 */
export * from '../../components/cdn.js'
export * from '../../src/index.js'
