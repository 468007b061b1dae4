import type { Capability } from '../../shared/form/capability.ts'
import { say } from '../../shared/i18n/say.ts'
import { useCapability } from '../bridge/use-session.ts'
import type { ValuesOrigin } from '../navigation/form-prefill.ts'
import { useFormEstimate } from '../spending/use-form-estimate.ts'
import { formatCount } from '../ui/format.ts'
import { Credits } from './action-price.tsx'
import { fourMoreOf } from './four-more.ts'

export type RepeatPriceProps = {
  /** `again` for “Run again”, `more` for “Four more like this”. */
  readonly way: 'again' | 'more'
  readonly origin: ValuesOrigin
}

/** Shows the price of “Run again” or “Four more like this”. */
export function RepeatPrice(props: RepeatPriceProps) {
  const capability = useCapability(props.origin.capability)
  return capability === null ? null : <PriceOf {...props} capability={capability} />
}

function PriceOf({ way, origin, capability }: RepeatPriceProps & { readonly capability: Capability }) {
  const { values, times } = way === 'again' ? { values: origin.values, times: 1 } : fourMoreOf(capability, origin.values)
  const { credits, source, isAsking } = useFormEstimate(capability, values, true)
  if (credits === null) return <span>{isAsking ? '…' : say('price unknown')}</span>
  const count = credits * times
  return <Credits text={source === 'service' ? say('about {count, number}', { count }) : formatCount(count)} />
}
