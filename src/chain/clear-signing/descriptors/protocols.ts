/** Payouts of protocols from an account's deposits, which may not show in any token balance. */
import type { Descriptor, Field, Format } from '../descriptor.js'
import { beneficiary, RECIPIENT, raw, tokens } from './fields.js'

const MARKET =
  '(address loanToken,address collateralToken,address oracle,address irm,uint256 lltv) market'
const withdraw = (to: string, ...fields: Field[]): Format => ({
  intent: 'Withdraw',
  fields: [...fields, beneficiary(to)],
})
const paid = withdraw('to')
const size = raw('amount', 'Amount in smallest units')
const amount = tokens('amount', 'Amount', 'asset')
const loan = [tokens('assets', 'Amount', 'market.loanToken'), raw('shares', 'Shares')]

export const PAID_OUT: Descriptor = {
  context: { contract: {} },
  display: {
    formats: {
      // Positions of Uniswap's.
      'collect((uint256 tokenId,address recipient,uint128 amount0Max,uint128 amount1Max) params)':
        withdraw('params.recipient'),
      // Morpho.
      [`withdraw(${MARKET},uint256 assets,uint256 shares,address onBehalf,address receiver)`]:
        withdraw('receiver', ...loan),
      [`withdrawCollateral(${MARKET},uint256 assets,address onBehalf,address receiver)`]: withdraw(
        'receiver',
        tokens('assets', 'Amount', 'market.collateralToken'),
      ),
      [`borrow(${MARKET},uint256 assets,uint256 shares,address onBehalf,address receiver)`]: {
        ...withdraw('receiver', ...loan),
        intent: 'Borrow',
      },
      // Compound.
      'withdrawTo(address to,address asset,uint256 amount)': withdraw('to', amount),
      'withdrawFrom(address src,address to,address asset,uint256 amount)': withdraw('to', amount),
      'transferAsset(address to,address asset,uint256 amount)': {
        intent: 'Move tokens',
        fields: [amount, RECIPIENT],
      },
      // ERC-4337, wrapped tokens, Lido.
      'withdrawTo(address to,uint256 amount)': withdraw(
        'to',
        raw('amount', 'Amount in smallest units'),
      ),
      'withdrawStake(address to)': withdraw('to'),
      'claimWithdrawalsTo(uint256[] ids,uint256[] hints,address to)': paid,
      // Aave, and its staked tokens; rewards of Compound.
      'withdraw(address asset,uint256 amount,address to)': withdraw('to', amount),
      'claimAllRewards(address[] assets,address to)': paid,
      'claimRewards(address[] assets,uint256 amount,address to,address reward)': withdraw(
        'to',
        tokens('amount', 'Amount', 'reward'),
      ),
      'claimRewards(address to,uint256 amount)': withdraw('to', size),
      'claimTo(address comet,address account,address to,bool isAccrued)': paid,
      // Ethena; farms of SushiSwap's and PancakeSwap's kind; positions that are staked.
      'unstake(address to)': paid,
      'harvest(uint256 id,address to)': paid,
      'withdraw(uint256 id,address to)': paid,
      'withdraw(uint256 id,uint256 amount,address to)': withdraw('to', size),
      'withdrawAndHarvest(uint256 id,uint256 amount,address to)': withdraw('to', size),
      'claimReward(address token,address to,uint256 amount)': withdraw(
        'to',
        tokens('amount', 'Amount', 'token'),
      ),
      'withdrawToken(uint256 id,address to,bytes data)': paid,
      // Who gets rewards from now on: Curve, Merkl.
      'set_rewards_receiver(address to)': paid,
      'setClaimRecipient(address to,address token)': paid,
    },
  },
}
