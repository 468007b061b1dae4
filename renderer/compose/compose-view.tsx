import { say } from '../../shared/i18n/say.ts'
import { loadCapabilities } from '../bridge/session.ts'
import { useCapabilities, useCapability } from '../bridge/use-session.ts'
import { navigate } from '../navigation/route.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { View } from '../ui/view.tsx'
import { ComposeSkeleton } from './compose-skeleton.tsx'
import type { ComposeViewProps } from './compose-view-props.ts'
import { FilledForm } from './filled-form.tsx'
import { useShownDraft } from './forms-store.ts'
import { useFormOpening } from './use-form-opening.ts'

/** The form of one capability. */
export function ComposeView(props: ComposeViewProps) {
  const capabilities = useCapabilities()
  const capability = useCapability(props.capabilityId)
  const isOpened = useFormOpening(capability, props.prefill)
  const draft = useShownDraft(props.capabilityId)
  if (capabilities.state === 'failed') {
    return (
      <View label={say('Form')} bar={<h1>{say('Form')}</h1>}>
        <EmptyState
          isCold
          title={say('The API definition couldn’t be loaded')}
          actions={<Button onClick={() => void loadCapabilities()}>{say('Try again')}</Button>}
        >
          {capabilities.message}
        </EmptyState>
      </View>
    )
  }
  if (capabilities.state === 'ready' && capability === null) {
    return (
      <View label={say('Form')} bar={<h1>{say('Form')}</h1>}>
        <EmptyState
          icon="question"
          title={say('The service no longer offers this capability')}
          actions={<Button onClick={() => navigate({ view: 'gallery' })}>{say('Back to the gallery')}</Button>}
        >
          {say(
            '“{capabilityId}” isn’t in the current API definition. Your results stay in the library. Kiln keeps your input in case the capability returns.',
            { capabilityId: props.capabilityId }
          )}
        </EmptyState>
      </View>
    )
  }
  if (capability === null || !isOpened) return <ComposeSkeleton title={capability?.title ?? say('Form')} />
  return <FilledForm key={`${draft} ${capability.id}`} {...props} capability={capability} />
}
