import { assertNever } from '../../../shared/assert-never.ts'
import type { Capability, Category } from '../../../shared/form/capability.ts'
import { checkValues } from '../../../shared/form/fields/check-values.ts'
import { currentLocale } from '../../../shared/i18n/say.ts'
import type { CapabilityExample, ExampleLanguage } from './example.ts'
import { exampleValues } from './example.ts'

type ExamplesById = { readonly [capabilityId: string]: readonly CapabilityExample[] }

/** A placeholder for a file. Its facts are unknown, so only the fields are checked. */
const placeholderFile = { draft: 'example' }

/** Returns the language of the examples' texts. */
export function exampleLanguage(): ExampleLanguage {
  return currentLocale().startsWith('zh') ? 'zh' : 'en'
}

/** Returns the examples that fit the service's current API definition. Empty for a capability without examples. */
export async function loadExamples(capability: Capability): Promise<readonly CapabilityExample[]> {
  const examples = (await readExamples(capability.category))[capability.id] ?? []
  return examples.filter((example) => {
    const values = exampleValues(
      example,
      exampleLanguage(),
      () => placeholderFile,
      () => placeholderFile
    )
    return checkValues(capability, values, () => null).length === 0
  })
}

async function readExamples(category: Category): Promise<ExamplesById> {
  switch (category) {
    case 'image':
      return (await import('./image.json')).default
    case 'video':
      return (await import('./video.json')).default
    case 'audio':
      return (await import('./audio.json')).default
    case '3d':
      return (await import('./3d.json')).default
    case 'face-swap':
      return (await import('./face-swap.json')).default
    case 'effects':
      return (await import('./effects.json')).default
    default:
      return assertNever(category)
  }
}
