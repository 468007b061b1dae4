import { useState } from 'react'
import { say } from '../../shared/i18n/say.ts'
import { navigateBack } from '../navigation/route.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { View } from '../ui/view.tsx'
import { BackButton } from './back-button.tsx'
import { ResultViewer } from './result-viewer.tsx'
import type { LocatedResult } from './use-result-lookup.ts'
import { useResultLookup } from './use-result-lookup.ts'
import type { ViewerViewProps } from './viewer-view-props.ts'

/** One result, large, with its recipe beside it. */
export function ViewerView(props: ViewerViewProps) {
  const { found, isSettled } = useResultLookup([props.itemId])
  const [wanted = null] = found
  const [last, setLast] = useState<LocatedResult | null>(null)
  // The previous result stays while the next result loads.
  if (wanted !== null && wanted !== last) setLast(wanted)
  const shown = wanted ?? (isSettled ? null : last)
  if (shown !== null) return <ResultViewer {...props} {...shown} />
  return (
    <View
      isFirst
      isStage
      label={say('Viewer')}
      bar={
        <>
          <BackButton />
          <h1 className="strong">{say('Viewer')}</h1>
        </>
      }
    >
      {isSettled && (
        <EmptyState isCold title={say('The result can’t be found')} actions={<Button onClick={navigateBack}>{say('Back')}</Button>}>
          {say('This result isn’t in the queue or library.')}
        </EmptyState>
      )}
    </View>
  )
}
