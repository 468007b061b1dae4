import type { Capability } from '../../shared/form/capability.ts'
import { say } from '../../shared/i18n/say.ts'
import { useCapability } from '../bridge/use-session.ts'
import type { ValuesOrigin } from '../navigation/form-prefill.ts'
import { useFormEstimate } from '../spending/use-form-estimate.ts'
import { formatCount } from '../ui/format.ts'
import { Credits } from './action-price.tsx'
import { fourMoreOf } from './four-more.ts'

/** Price of “Four more like this”. */
export function MorePrice({ origin }: { readonly origin: ValuesOrigin }) {
  const capability = useCapability(origin.capability)
  return capability === null ? null : <PriceOf capability={capability} origin={origin} />
}

function PriceOf({ capability, origin }: { readonly capability: Capability; readonly origin: ValuesOrigin }) {
  const { values, times } = fourMoreOf(capability, origin.values)
  const { credits, source, isAsking } = useFormEstimate(capability, values, true)
  if (credits === null) return <span>{isAsking ? '…' : say('price unknown')}</span>
  const count = credits * times
  return <Credits text={source === 'service' ? say('about {count, number}', { count }) : formatCount(count)} />
}
