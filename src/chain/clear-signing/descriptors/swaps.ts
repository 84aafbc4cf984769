/** Uniswap's routers, versions 2, 3 and universal, and all forks with the same functions. */
import type { Descriptor, Field, Format } from '../descriptor.js'
import { beneficiary, call, coins, date, raw, tokens } from './fields.js'

const PAYS_AT_MOST = 'You pay at most'
const GETS_AT_LEAST = 'You get at least'
const first = 'path.[0]'
const last = 'path.[-1]'
/** The last fields of all version 2 formats: recipient and deadline. */
const trade =
  (intent: string) =>
  (...fields: Field[]): Format => ({
    intent,
    fields: [...fields, beneficiary('to'), date('deadline')],
  })
const swap = trade('Swap')
const deposit = trade('Deposit into a pool')
const withdraw = trade('Withdraw from a pool')
const pays = tokens('amountIn', 'You pay', first)
const paysAtMost = tokens('amountInMax', PAYS_AT_MOST, first)
const paysCoins = coins('@.value', 'You pay')
const gets = tokens('amountOut', 'You get', last)
const getsAtLeast = tokens('amountOutMin', GETS_AT_LEAST, last)
const getsCoins = coins('amountOut', 'You get')
const getsCoinsAtLeast = coins('amountOutMin', GETS_AT_LEAST)

const exactIn = (name: string) =>
  `${name}(uint256 amountIn,uint256 amountOutMin,address[] path,address to,uint256 deadline)`
const coinsIn = (name: string) =>
  `${name}(uint256 amountOutMin,address[] path,address to,uint256 deadline)`
const FEE = 'SupportingFeeOnTransferTokens'

export const V2: Descriptor = {
  context: { contract: {} },
  display: {
    formats: {
      [exactIn('swapExactTokensForTokens')]: swap(pays, getsAtLeast),
      [exactIn(`swapExactTokensForTokens${FEE}`)]: swap(pays, getsAtLeast),
      [exactIn('swapExactTokensForETH')]: swap(pays, getsCoinsAtLeast),
      [exactIn(`swapExactTokensForETH${FEE}`)]: swap(pays, getsCoinsAtLeast),
      [coinsIn('swapExactETHForTokens')]: swap(paysCoins, getsAtLeast),
      [coinsIn(`swapExactETHForTokens${FEE}`)]: swap(paysCoins, getsAtLeast),
      'swapTokensForExactTokens(uint256 amountOut,uint256 amountInMax,address[] path,address to,uint256 deadline)':
        swap(paysAtMost, gets),
      'swapTokensForExactETH(uint256 amountOut,uint256 amountInMax,address[] path,address to,uint256 deadline)':
        swap(paysAtMost, getsCoins),
      'swapETHForExactTokens(uint256 amountOut,address[] path,address to,uint256 deadline)': swap(
        coins('@.value', PAYS_AT_MOST),
        gets,
      ),
      'addLiquidityETH(address token,uint256 amountTokenDesired,uint256 amountTokenMin,uint256 amountETHMin,address to,uint256 deadline)':
        deposit(
          tokens('amountTokenDesired', PAYS_AT_MOST, 'token'),
          coins('@.value', PAYS_AT_MOST),
        ),
      'addLiquidity(address tokenA,address tokenB,uint256 amountADesired,uint256 amountBDesired,uint256 amountAMin,uint256 amountBMin,address to,uint256 deadline)':
        deposit(
          tokens('amountADesired', PAYS_AT_MOST, 'tokenA'),
          tokens('amountBDesired', PAYS_AT_MOST, 'tokenB'),
        ),
      'removeLiquidity(address tokenA,address tokenB,uint256 liquidity,uint256 amountAMin,uint256 amountBMin,address to,uint256 deadline)':
        withdraw(
          tokens('amountAMin', GETS_AT_LEAST, 'tokenA'),
          tokens('amountBMin', GETS_AT_LEAST, 'tokenB'),
        ),
    },
  },
}

const single = (deadline: string) =>
  `exactInputSingle((address tokenIn,address tokenOut,uint24 fee,address recipient,${deadline}uint256 amountIn,uint256 amountOutMinimum,uint160 sqrtPriceLimitX96) params)`
const path = (deadline: string) =>
  `exactInput((bytes path,address recipient,${deadline}uint256 amountIn,uint256 amountOutMinimum) params)`
const outSingle = (deadline: string) =>
  `exactOutputSingle((address tokenIn,address tokenOut,uint24 fee,address recipient,${deadline}uint256 amountOut,uint256 amountInMaximum,uint160 sqrtPriceLimitX96) params)`
const UNTIL = 'uint256 deadline,'
const recipient = beneficiary('params.recipient')
/** Two formats: without and with a deadline. */
const swapBy = (
  write: (deadline: string) => string,
  ...fields: Field[]
): Record<string, Format> => ({
  [write('')]: { intent: 'Swap', fields: [...fields, recipient] },
  [write(UNTIL)]: { intent: 'Swap', fields: [...fields, recipient, date('params.deadline')] },
})

const run = (...fields: Field[]): Format => ({
  intent: 'Run a list of commands',
  kind: 'program',
  fields: [raw('commands', 'Commands'), ...fields],
})

export const V3: Descriptor = {
  context: { contract: {} },
  display: {
    formats: {
      ...swapBy(
        single,
        tokens('params.amountIn', 'You pay', 'params.tokenIn'),
        tokens('params.amountOutMinimum', GETS_AT_LEAST, 'params.tokenOut'),
      ),
      ...swapBy(
        path,
        tokens('params.amountIn', 'You pay', 'params.path.[0:20]'),
        tokens('params.amountOutMinimum', GETS_AT_LEAST, 'params.path.[-20:]'),
      ),
      ...swapBy(
        outSingle,
        tokens('params.amountInMaximum', PAYS_AT_MOST, 'params.tokenIn'),
        tokens('params.amountOut', 'You get', 'params.tokenOut'),
      ),
      'unwrapWETH9(uint256 amountMinimum,address recipient)': {
        intent: 'Withdraw',
        fields: [coins('amountMinimum', 'At least'), beneficiary('recipient')],
      },
      'sweepToken(address token,uint256 amountMinimum,address recipient)': {
        intent: 'Withdraw the rest',
        fields: [tokens('amountMinimum', 'At least', 'token'), beneficiary('recipient')],
      },
      'refundETH()': { intent: 'Withdraw the rest' },
      'multicall(uint256 deadline,bytes[] data)': {
        intent: 'Several calls in one',
        fields: [call('data.[]'), date('deadline')],
      },
      'execute(bytes commands,bytes[] inputs,uint256 deadline)': run(date('deadline')),
      'execute(bytes commands,bytes[] inputs)': run(),
      // Positions of version 4.
      'modifyLiquidities(bytes commands,uint256 deadline)': run(date('deadline')),
    },
  },
}
