import { useMemo, useState } from 'react'
import { canCutAudio } from '../../shared/form/fields.ts'
import type { Medium } from '../../shared/form/json-schema.ts'
import { say } from '../../shared/i18n/say.ts'
import { request } from '../bridge/kiln.ts'
import { useCapabilities } from '../bridge/use-session.ts'
import { capabilityIcon } from '../media/capability-text.ts'
import type { InputTarget } from '../media/input-targets.ts'
import { inputTargets } from '../media/input-targets.ts'
import type { Loop, LoopTarget } from '../media/loop-targets.ts'
import { loopTargets } from '../media/loop-targets.ts'
import { openFormWithFiles, openFormWithItems } from '../navigation/open-form.ts'
import { Button } from '../ui/button.tsx'
import { Popover } from '../ui/popover.tsx'
import { SearchMenu } from '../ui/search-menu.tsx'
import { useToast } from '../ui/toasts.tsx'

/** A form that can use the loop. `valuesOf` is null if the form has no start and end fields, and gets a cut copy instead. */
type Place = { readonly target: InputTarget; readonly valuesOf: LoopTarget['valuesOf'] | null }

/**
 * Button that opens a form with a result's loop. A form with start and end fields gets the whole file and the loop's start and end. Other
 * forms that accept audio get a cut copy.
 */
export function UseLoopButton({ itemId, medium, loop }: { readonly itemId: string; readonly medium: Medium; readonly loop: Loop }) {
  const [isOpen, setIsOpen] = useState(false)
  const [isCuttable, setIsCuttable] = useState(false)
  const toast = useToast()
  const capabilities = useCapabilities()
  const items = useMemo(() => {
    if (!isOpen || capabilities.state !== 'ready') return []
    const places: readonly Place[] = loopTargets(capabilities.value, medium)
    const hasRange = ({ capability }: InputTarget): boolean => places.some(({ target }) => target.capability.id === capability.id)
    const cuts = isCuttable ? inputTargets(capabilities.value, [medium]).filter((target) => !target.field.isMask && !hasRange(target)) : []
    return [...places, ...cuts.map((target) => ({ target, valuesOf: null }))].map((place) => ({
      id: `${place.target.capability.id} ${place.target.field.name} ${place.valuesOf === null ? 'cut' : 'range'}`,
      label: place.target.capability.title,
      aside: place.valuesOf === null ? say('{label}, cut copy', { label: place.target.field.label }) : say('start and end'),
      icon: capabilityIcon(place.target.capability),
      place
    }))
  }, [isOpen, isCuttable, capabilities, medium])

  function show(isShown: boolean): void {
    setIsOpen(isShown)
    if (!isShown || medium !== 'audio') return
    void request('media.inspectItem', { id: itemId }).then((found) => setIsCuttable(found.ok && canCutAudio(found.value.facts)))
  }

  async function open({ target, valuesOf }: Place): Promise<void> {
    setIsOpen(false)
    if (valuesOf !== null) return openFormWithItems(target, [itemId], [], valuesOf(loop))
    const cut = await request('media.cut', { media: { item: itemId }, start: loop.from, end: loop.until })
    if (cut.ok) openFormWithFiles(target, [cut.value], [{ item: itemId, how: 'action' }])
    else toast({ title: cut.message, ...(cut.advice !== null && { description: cut.advice }), tone: 'failed', icon: 'warning' })
  }
  return (
    <Popover
      label={say('Use loop in')}
      side="top"
      isOpen={isOpen}
      onOpenChange={show}
      trigger={
        <Button size="small" trailingIcon="chevron-up">
          {say('Use loop in…')}
        </Button>
      }
    >
      <SearchMenu
        label={say('Use loop in')}
        placeholder={say('Search capabilities and fields')}
        items={items}
        onChoose={({ place }) => void open(place)}
        empty={say('No capability accepts this as input.')}
      />
    </Popover>
  )
}
