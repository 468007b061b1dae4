import type { Capability } from '../../shared/form/capability.ts'
import type { Language } from '../../shared/i18n/languages.ts'
import { currentLanguage, sayContract } from '../../shared/i18n/say.ts'

const said = new WeakMap<readonly Capability[], { readonly language: Language; readonly capabilities: readonly Capability[] }>()

/**
 * Returns capabilities as shown to the user. Known titles and purposes are translated into the active language. Other texts stay as the
 * service sent them. Schema texts are translated by `createField`. Returns the same list for the same input until the language changes.
 */
export function translateCapabilities(capabilities: readonly Capability[]): readonly Capability[] {
  const language = currentLanguage()
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
