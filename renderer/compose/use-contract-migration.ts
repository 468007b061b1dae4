import { useLayoutEffect } from 'react'
import type { Capability } from '../../shared/form/capability.ts'
import { joinSentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { useToast } from '../ui/toasts.tsx'
import { coercedValuesText } from './coerced-values-text.ts'
import { migrateCurrentForm } from './forms-store.ts'

/** Adapts an open form to a changed contract, and reports the adjustments. */
export function useContractMigration(capability: Capability): void {
  const toast = useToast()
  useLayoutEffect(() => {
    const followed = migrateCurrentForm(capability)
    if (followed === null) return
    const count = followed.form.left.length
    const leftText = count === 0 ? '' : say('Values that are no longer accepted are listed above the form.')
    toast({
      title: say('Form updated to the latest API definition'),
      description: joinSentences(coercedValuesText(followed.coerced), leftText),
      icon: 'info'
    })
  }, [capability, toast])
}
