import type { Personality } from '../rogue/personality.ts'
import { textCapabilityId } from '../rogue/service-state.ts'
import type { WorkloadKind } from './workload.ts'

const standard = 'imgmodel-image-generator'
const third = 'imgmodel-3-0-image-generator'

const always: readonly WorkloadKind[] = [
  { weight: 8, capability: standard, values: (mark) => ({ prompt: `a celadon vase ${mark}` }) },
  { weight: 8, capability: standard, values: (mark) => ({ prompt: `three bowls ${mark}`, imageNum: '3' }) },
  { weight: 4, capability: third, values: (mark) => ({ prompt: `a quiet room ${mark}`, seed: 7 }) },
  {
    weight: 4,
    capability: third,
    values: (mark, { photo, otherPhoto }) => ({ prompt: `both ${mark}`, imageUrls: [{ file: photo }, { file: otherPhoto }] })
  },
  { weight: 3, capability: standard, values: (mark, _, own) => ({ prompt: `glaze this ${mark}`, imageUrls: [{ file: own }] }) },
  {
    weight: 4,
    capability: 'face-swap',
    values: (_, { portrait }, own) => ({ targetImageUrl: { file: portrait }, referenceFaceImageUrl: { file: own } })
  }
]

/**
 * Returns the kinds of tasks for a rogue service. The spec doesn't name the text capability. Kiln offers this capability only if the
 * service's catalogue or API definition can be read.
 */
export function rogueWorkloadKinds({ documents }: Personality): readonly WorkloadKind[] {
  const isListed = ['list', 'data-list', 'map', 'by-category'].includes(documents.catalog)
  const isDescribed = ['inline', 'references'].includes(documents.openapi)
  if (!isListed && !isDescribed) return always
  return [...always, { weight: 3, capability: textCapabilityId, values: (mark) => ({ prompt: `what is said ${mark}` }) }]
}
