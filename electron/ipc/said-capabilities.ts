import type { Capability } from '../../shared/capability.ts'
import type { Language } from '../../shared/words/languages.ts'
import { languageInForce, sayContract } from '../../shared/words/say.ts'

const said = new WeakMap<readonly Capability[], { readonly language: Language; readonly capabilities: readonly Capability[] }>()

/**
 * Capabilities as a person reads them: a title that the catalogue knows is said in the language in force, any other stays as the service said it; so
 * does `fieldOf` with what a schema says. The same list for the same list, as long as the language stays.
 */
export function saidCapabilities(capabilities: readonly Capability[]): readonly Capability[] {
  const language = languageInForce()
  if (language === 'en') return capabilities
  const known = said.get(capabilities)
  if (known?.language === language) return known.capabilities
  const now = capabilities.map(saidCapability)
  said.set(capabilities, { language, capabilities: now })
  return now
}

function saidCapability(capability: Capability): Capability {
  return { ...capability, title: sayContract(capability.title), purpose: sayContract(capability.purpose) }
}
