import { assertNever } from '../../shared/assert-never.ts'
import { shortPriceOf } from '../../shared/form/pricing/short-price.ts'
import { say } from '../../shared/i18n/say.ts'
import { useSettings } from '../bridge/use-session.ts'
import { useFormEstimate } from '../spending/use-form-estimate.ts'
import { formatCount } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { VisuallyHidden } from '../ui/live-region.tsx'
import styles from './action-price.module.css'
import type { ResultAction } from './result-actions.ts'
import { actionValues } from './result-actions.ts'
import { canCombineInputs } from './can-combine-inputs.ts'

export type ActionPriceProps = {
  readonly action: ResultAction
  readonly itemIds: readonly string[]
  /** True if one task takes all results, false if each result has its own task. By default, the user’s setting decides. */
  readonly isTogether?: boolean
}

/** Shows the price of an action for all its results. For an action that needs the form, shows the lowest price of its tasks. */
export function ActionPrice(props: ActionPriceProps) {
  return props.action.isReady ? <ExactPrice {...props} /> : <LowestPrice {...props} />
}

function ExactPrice({ action, itemIds, ...props }: ActionPriceProps) {
  const { capability } = action
  const several = useSettings()?.severalResults
  const isTogether = props.isTogether ?? (several === 'together' && canCombineInputs(action, itemIds.length))
  const estimate = useFormEstimate(capability, actionValues(action, isTogether ? itemIds : itemIds.slice(0, 1)), true)
  if (estimate.credits === null) return <span>{estimate.isAsking ? '…' : say('price unknown')}</span>
  const count = estimate.credits * (isTogether ? 1 : itemIds.length)
  return <Credits text={estimate.source === 'service' ? say('about {count, number}', { count }) : formatCount(count)} />
}

function LowestPrice({ action, itemIds }: ActionPriceProps) {
  const price = shortPriceOf(action.capability)
  const tasks = canCombineInputs(action, itemIds.length) ? 1 : Math.max(1, itemIds.length)
  switch (price.code) {
    case 'fixed':
      return <Credits text={formatCount(price.params.credits * tasks)} />
    case 'from':
      return <Credits text={say('from {credits, number}', { credits: price.params.credits * tasks })} />
    case 'unknown':
    case 'varies':
      return null
    default:
      return assertNever(price)
  }
}

/** An amount with an icon instead of the word “credits”, which screen readers still read. */
export function Credits({ text }: { readonly text: string }) {
  return (
    <span className={styles.price}>
      <Icon name="credits" size="s" />
      {text}
      <VisuallyHidden>{say(' credits')}</VisuallyHidden>
    </span>
  )
}
