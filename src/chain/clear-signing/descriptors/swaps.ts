/** Uniswap's routers, versions 2, 3 and universal, and all that took over their functions. */
import type { Descriptor, Field, Format } from '../descriptor.js'
import { address, call, coins, date, raw, tokens } from './fields.js'

const to: Field[] = [address('to', 'Who gets it')]
const first = 'path.[0]'
const last = 'path.[-1]'
const swap = (...fields: Field[]): Format => ({
  intent: 'Swap',
  fields: [...fields, ...to, date('deadline')],
})
const pays = tokens('amountIn', 'You pay', first)
const paysAtMost = tokens('amountInMax', 'You pay at most', first)
const paysCoins = coins('@.value', 'You pay')
const gets = tokens('amountOut', 'You get', last)
const getsAtLeast = tokens('amountOutMin', 'You get at least', last)
const getsCoins = coins('amountOut', 'You get')
const getsCoinsAtLeast = coins('amountOutMin', 'You get at least')

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
        coins('@.value', 'You pay at most'),
        gets,
      ),
      'addLiquidityETH(address token,uint256 amountTokenDesired,uint256 amountTokenMin,uint256 amountETHMin,address to,uint256 deadline)':
        {
          intent: 'Deposit into a pool',
          fields: [
            tokens('amountTokenDesired', 'You pay at most', 'token'),
            coins('@.value', 'You pay at most'),
            ...to,
            date('deadline'),
          ],
        },
      'addLiquidity(address tokenA,address tokenB,uint256 amountADesired,uint256 amountBDesired,uint256 amountAMin,uint256 amountBMin,address to,uint256 deadline)':
        {
          intent: 'Deposit into a pool',
          fields: [
            tokens('amountADesired', 'You pay at most', 'tokenA'),
            tokens('amountBDesired', 'You pay at most', 'tokenB'),
            ...to,
            date('deadline'),
          ],
        },
      'removeLiquidity(address tokenA,address tokenB,uint256 liquidity,uint256 amountAMin,uint256 amountBMin,address to,uint256 deadline)':
        {
          intent: 'Withdraw from a pool',
          fields: [
            tokens('amountAMin', 'You get at least', 'tokenA'),
            tokens('amountBMin', 'You get at least', 'tokenB'),
            ...to,
            date('deadline'),
          ],
        },
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
const byDeadline = (write: (deadline: string) => string, format: Format) => ({
  [write('')]: format,
  [write(UNTIL)]: { ...format, fields: [...format.fields!, date('params.deadline')] },
})
const recipient = address('params.recipient', 'Who gets it')

export const V3: Descriptor = {
  context: { contract: {} },
  display: {
    formats: {
      ...byDeadline(single, {
        intent: 'Swap',
        fields: [
          tokens('params.amountIn', 'You pay', 'params.tokenIn'),
          tokens('params.amountOutMinimum', 'You get at least', 'params.tokenOut'),
          recipient,
        ],
      }),
      ...byDeadline(path, {
        intent: 'Swap',
        fields: [
          tokens('params.amountIn', 'You pay', 'params.path.[0:20]'),
          tokens('params.amountOutMinimum', 'You get at least', 'params.path.[-20:]'),
          recipient,
        ],
      }),
      ...byDeadline(outSingle, {
        intent: 'Swap',
        fields: [
          tokens('params.amountInMaximum', 'You pay at most', 'params.tokenIn'),
          tokens('params.amountOut', 'You get', 'params.tokenOut'),
          recipient,
        ],
      }),
      'unwrapWETH9(uint256 amountMinimum,address recipient)': {
        intent: 'Withdraw',
        fields: [coins('amountMinimum', 'At least'), address('recipient', 'Who gets it')],
      },
      'sweepToken(address token,uint256 amountMinimum,address recipient)': {
        intent: 'Take out what is left',
        fields: [tokens('amountMinimum', 'At least', 'token'), address('recipient', 'Who gets it')],
      },
      'refundETH()': { intent: 'Take out what is left' },
      'multicall(uint256 deadline,bytes[] data)': {
        intent: 'Several calls in one',
        fields: [call('data.[]'), date('deadline')],
      },
      'execute(bytes commands,bytes[] inputs,uint256 deadline)': {
        intent: 'Run a list of commands',
        fields: [raw('commands', 'Commands'), date('deadline')],
      },
      'execute(bytes commands,bytes[] inputs)': {
        intent: 'Run a list of commands',
        fields: [raw('commands', 'Commands')],
      },
    },
  },
}
