import { linkToCapability as linkTo } from '../../shared/app/deep-link.ts'
import { say } from '../../shared/i18n/say.ts'
import type { ContextMenuItem } from '../ui/context-menu.tsx'
import type { GalleryCard } from './gallery-sections.ts'
import { openCard } from './open-card.ts'
import type { Capability } from '../../shared/form/capability.ts'
import { exampleLanguage, loadExamples } from '../media/examples/load-examples.ts'
import { openExample } from '../navigation/open-example.ts'
import type { useFailureToast } from '../ui/toasts.tsx'

type CardMenuOptions = {
  readonly isFavourite: boolean
  readonly onFavourite: (capabilityId: string, isFavourite: boolean) => void
  /** From `useCopyText`. */
  readonly copyText: (text: string) => void
  /** Shows the failure of a request. */
  readonly fail: ReturnType<typeof useFailureToast>
}

/** Returns the context menu items of a card. */
export async function cardMenuItems(
  card: GalleryCard,
  { isFavourite, onFavourite, copyText, fail }: CardMenuOptions
): Promise<readonly ContextMenuItem[]> {
  const { id, title } = card.capability
  const examples = await examplesOf(card.capability, fail)
  return [
    { label: say('Open'), icon: 'arrow-right', onSelect: () => openCard(card) },
    {
      label: isFavourite ? say('Remove from favourites') : say('Add to favourites'),
      icon: 'star',
      onSelect: () => onFavourite(id, !isFavourite)
    },
    ...(examples.length === 0 ? [] : ['line' as const]),
    ...examples.map(({ title: example, open }) => ({
      label: say('Example: {title}', { title: example }),
      icon: 'remix' as const,
      takesFocus: true as const,
      onSelect: open
    })),
    'line',
    { label: say('Copy name'), icon: 'copy', onSelect: () => copyText(title) },
    { label: say('Copy ID'), icon: 'copy', onSelect: () => copyText(id) },
    ...(linkTo(id) === null ? [] : [{ label: say('Copy link'), icon: 'link' as const, onSelect: () => copyText(linkTo(id) ?? '') }])
  ]
}

async function examplesOf(
  capability: Capability,
  fail: ReturnType<typeof useFailureToast>
): Promise<readonly { readonly title: string; readonly open: () => void }[]> {
  const examples = await loadExamples(capability)
  return examples.map((example) => ({
    title: example.title[exampleLanguage()],
    open: () => void openExample(capability.id, example).then(fail)
  }))
}
