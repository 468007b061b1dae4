import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Capability } from '../../shared/form/capability.ts'
import type { Field, MediaField } from '../../shared/form/fields.ts'
import { controllingFieldName, isEmptyValue, isNestedFieldName, topLevelFieldName, outputCount } from '../../shared/form/fields.ts'
import { pressedShortcut } from '../../shared/app/pressed-shortcut.ts'
import type { SubmissionProblem } from '../../shared/form/submission-problem.ts'
import type { Value, Values } from '../../shared/form/values.ts'
import { joinSentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { isDialogOpen } from '../ui/is-dialog-open.ts'
import { request } from '../bridge/kiln.ts'
import { loadCapabilities } from '../bridge/session.ts'
import { useAccount, useCapabilities, useCapability, useSettings } from '../bridge/use-session.ts'
import { isOneLine } from '../fields/choice-variants.ts'
import { fieldElementId, firstMessage, problemsWithin } from '../fields/field-input-props.ts'
import { FieldInput } from '../fields/field-input.tsx'
import { FormServicesProvider } from '../fields/form-services.ts'
import { mediaValues } from '../fields/media-list.ts'
import { focusField } from '../fields/focus-field.ts'
import { useAnnounceFieldChanges } from '../fields/use-announce-field-changes.ts'
import { openKeyReplacement } from '../navigation/app-dialogs-store.ts'
import { navigate } from '../navigation/route.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { formatCredits } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { ScrollArea } from '../ui/scroll-area.tsx'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { useFailureToast, useToast } from '../ui/toasts.tsx'
import { Inspector, View } from '../ui/view.tsx'
import { BatchButton } from './batch/batch-button.tsx'
import { ComposeFooter } from './compose-footer.tsx'
import { emptyForm, isEmptyForm } from './compose-form.ts'
import styles from './compose-view.module.css'
import type { ComposeViewProps } from './compose-view-props.ts'
import { formLayout } from './form-layout.ts'
import { currentForm, migrateCurrentForm, useLocalFiles, useFillCount, useMissingFileNames, useDraftSaveError } from './forms-store.ts'
import { submitLabel, problemAction } from './submit-label.ts'
import { UnmappedValues } from './unmapped-values.tsx'
import { FormOutputs } from './form-outputs.tsx'
import { coercedValuesText } from './coerced-values-text.ts'
import { PresetsPopover } from './presets-popover.tsx'
import { PromptPanel } from './prompt-panel.tsx'
import { setValueWithUndo } from './set-value-with-undo.ts'
import { useComposeForm } from './use-compose-form.ts'
import { useFormOpening } from './use-form-opening.ts'

/** The form of one capability. */
export function ComposeView(props: ComposeViewProps) {
  const capabilities = useCapabilities()
  const capability = useCapability(props.capabilityId)
  const isOpened = useFormOpening(capability, props.prefill)
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
  return <FilledForm key={capability.id} {...props} capability={capability} />
}

function FilledForm({ capability, prefill }: ComposeViewProps & { readonly capability: Capability }) {
  useFollowedContract(capability)
  useDraftSaveWarning()
  const state = useComposeForm(capability)
  const fillings = useFillCount(capability.id)
  const drafts = useLocalFiles()
  const gone = useMissingFileNames()
  const account = useAccount()
  const announce = useAnnounce()
  const toast = useToast()
  const { fields, form, mode, modes, problems, services, setValue, values } = state
  const layout = formLayout(fields, (name) => controllingFieldName(capability.inputSchema, name))
  const isHeldByKey = account?.hold === 'key'
  useAnnounceFieldChanges(fields, mode?.id ?? '')
  useFirstFocus(prefill === null ? (layout.prompt?.name ?? null) : null)
  useRejectedFocus(state.rejected[0])

  // The send shortcut works anywhere in the window, unless a dialog is open. Holding the keys down sends only once.
  useEffect(() => {
    function keyDown(event: KeyboardEvent): void {
      if (pressedShortcut('form', event) !== 'send' || event.repeat || isDialogOpen()) return
      event.preventDefault()
      if (problems.length > 0) notReady()
      else state.send()
    }
    window.addEventListener('keydown', keyDown)
    return () => window.removeEventListener('keydown', keyDown)
  })

  function problemsOf(field: Field): readonly SubmissionProblem[] {
    const isHere = (problem: SubmissionProblem) =>
      problemsWithin(field.name, [problem]).length > 0 || (field.kind === 'media' && problem.field === field.alsoNamed)
    const own = isEmptyValue(values[field.name]) && !state.wasAttempted ? [] : problems.filter(isHere)
    return own.length > 0 ? own : state.rejected.filter(isHere)
  }
  function lead(problem: SubmissionProblem): void {
    const field = fieldOfProblem(problem)
    if (field === undefined) return
    if (problem.field !== null && isNestedFieldName(problem.field)) return focusField(problem.field, problem.index)
    if (field.kind === 'media' && problemAction(problem, fields, values)?.kind === 'browse') {
      return services.browse(field, problem.index ?? (field.isMany ? null : 0))
    }
    focusField(field.name, problem.index)
  }
  function fieldOfProblem(problem: SubmissionProblem): Field | undefined {
    return fields.find(({ name }) => problem.field !== null && name === topLevelFieldName(problem.field))
  }
  function notReady(): void {
    state.setAttempted()
    announce(joinSentences(...problems.map((problem) => problem.message)))
    const [first] = problems
    if (first && first.field !== null && fieldOfProblem(first)) focusField(first.field, first.index)
  }
  function resetForm(): void {
    const action = state.replace(emptyForm)
    if (!isEmptyForm(form)) toast({ title: say('Form reset'), icon: 'undo', action })
  }
  function takePrompt(name: string, text: string): void {
    const before = form.values[name]
    const action = setValueWithUndo<Value | undefined>(text, {
      read: () => currentForm(capability.id).values[name],
      write: (value) => setValue(name, value),
      title: say('Previous prompt restored'),
      toast
    })
    if (!isEmptyValue(before) && before !== text) toast({ title: say('Prompt inserted from history'), icon: 'history', action })
    document.getElementById(fieldElementId(name))?.focus()
  }
  const inputOf = (field: Field) => (
    <FieldInput
      // These inputs keep their own text while the user types. The key resets this text when the whole form is replaced.
      key={field.kind === 'json' || field.kind === 'group' || field.kind === 'list' ? `${field.name} ${fillings}` : field.name}
      field={field}
      value={form.values[field.name]}
      problems={problemsOf(field)}
      aside={asideOf(field, capability)}
      onChange={(value) => setValue(field.name, value)}
    />
  )

  return (
    <FormServicesProvider value={services}>
      <View
        label={capability.title}
        bar={
          <>
            <h1 dir="auto" className={classNames('cut', styles.title)}>
              {capability.title}
            </h1>
            {modes.length > 0 && (
              <SegmentedControl
                label={say('Mode')}
                options={modes.map(({ id, label }) => ({ value: id, label }))}
                value={mode?.id ?? null}
                onChange={state.setMode}
              />
            )}
            <span className="grow" />
            <BatchButton capability={capability} values={values} />
            <PresetsPopover capability={capability} replace={state.replace} />
            <FavouriteButton capabilityId={capability.id} />
          </>
        }
        inspector={
          <Inspector
            label={say('Generation settings')}
            bar={
              <>
                <span className="strong grow">{say('Generation settings')}</span>
                <IconButton label={say('Reset form')} icon="undo" onClick={resetForm} tooltipSide="bottom" />
              </>
            }
            foot={
              <ComposeFooter
                capability={capability}
                label={submitLabel(capability, outputCount(fields, values), fields, values)}
                estimate={state.estimate}
                problems={problems}
                actionFor={(problem) => problemAction(problem, fields, values)}
                onAction={lead}
                refusal={state.refusal}
                sending={state.sending}
                account={account}
                onSend={state.send}
                onCancel={state.clearRefusal}
                onNotReady={notReady}
              />
            }
          >
            <SettingsOfForm settings={layout.settings} rare={layout.rare} purpose={capability.purpose} inputOf={inputOf} />
            {isHeldByKey && (
              <Button variant="quiet" size="small" icon="key" onClick={openKeyReplacement}>
                {say('Replace key')}
              </Button>
            )}
          </Inspector>
        }
      >
        <ScrollArea label={say('{title}: form', { title: capability.title })} className={styles.body}>
          <UnmappedValues
            values={form.left}
            fileNameOf={(token) => drafts[token]?.facts.name ?? gone[token] ?? null}
            onDismiss={(left) => {
              state.dismiss(left)
              toast({
                title: say('“{label}” discarded', { label: left.label }),
                action: { label: say('Undo'), onSelect: () => state.restoreValue(left), undoes: true }
              })
            }}
          />
          {layout.media.length > 0 && (
            <div className={classNames(styles.part, styles.wells)}>
              {layout.media.map((field) => (
                <div key={field.name} className={field.isMany ? styles.whole : undefined}>
                  {inputOf(field)}
                </div>
              ))}
            </div>
          )}
          {layout.prompt !== null && (
            <div className={styles.part}>
              <PromptPanel
                prompt={layout.prompt}
                output={capability.output}
                negativePrompt={layout.negativePrompt}
                values={form.values}
                onChange={setValue}
                pictures={picturesOf(layout.media, form.values, services.mediaOf)}
                promptProblem={firstMessage(problemsOf(layout.prompt))}
                negativePromptProblem={layout.negativePrompt === null ? null : firstMessage(problemsOf(layout.negativePrompt))}
                onPromptReused={(text) => takePrompt(layout.prompt?.name ?? '', text)}
              />
            </div>
          )}
          {layout.long.map((field) => (
            <div key={field.name} className={styles.part}>
              {inputOf(field)}
            </div>
          ))}
          <FormOutputs capabilityId={capability.id} fields={fields} />
        </ScrollArea>
      </View>
    </FormServicesProvider>
  )
}

function SettingsOfForm({
  settings,
  rare,
  purpose,
  inputOf
}: {
  readonly settings: readonly Field[]
  readonly rare: readonly Field[]
  readonly purpose: string
  readonly inputOf: (field: Field) => React.ReactNode
}) {
  return (
    <>
      {settings.length === 0 && (
        <>
          <p className="ink-2">{purpose}</p>
          {rare.length === 0 && <p className={classNames('small ink-3', styles.moreBody)}>{say('No other settings.')}</p>}
        </>
      )}
      {settings.map((field) => (
        <div key={field.name} className={isOneLine(field) ? styles.rows : styles.group}>
          {inputOf(field)}
        </div>
      ))}
      {rare.length > 0 && (
        <details className={styles.more}>
          <summary>
            <Icon name="chevron-right" size="s" />
            {say('More settings')}
          </summary>
          <div className={styles.moreBody}>
            {rare.map((field) => (
              <div key={field.name} className={isOneLine(field) ? styles.rows : styles.group}>
                {inputOf(field)}
              </div>
            ))}
          </div>
        </details>
      )}
    </>
  )
}

function FavouriteButton({ capabilityId }: { readonly capabilityId: string }) {
  const settings = useSettings()
  if (settings === null) return null
  const isFavourite = settings.favourites.includes(capabilityId)
  const favourites = isFavourite ? settings.favourites.filter((id) => id !== capabilityId) : [...settings.favourites, capabilityId]
  return (
    <IconButton
      label={isFavourite ? say('Remove from favourites') : say('Add to favourites')}
      icon="star"
      filled={isFavourite}
      tooltipSide="bottom"
      onClick={() => void request('settings.change', { favourites })}
    />
  )
}

function ComposeSkeleton({ title }: { readonly title: string }) {
  return (
    <View
      label={title}
      bar={
        <h1 dir="auto" className="cut">
          {title}
        </h1>
      }
      inspector={
        <Inspector label={say('Generation settings')} bar={<span className="strong">{say('Generation settings')}</span>}>
          <div className={styles.skeleton} style={{ height: 176 }} />
        </Inspector>
      }
    >
      <div className={styles.body} aria-busy="true">
        <div className={styles.skeleton} style={{ height: 152 }} />
      </div>
    </View>
  )
}

/**
 * Places the caret at the end of the prompt when a form opens. Does nothing if another element has focus. `name` is the prompt field's
 * name. Pass null for a prefilled form, because the user reads such a form first.
 */
function useFirstFocus(name: string | null): void {
  const first = useRef(name)
  useEffect(() => {
    const prompt = first.current === null ? null : document.getElementById(fieldElementId(first.current))
    if (prompt === null || (document.activeElement !== document.body && document.activeElement?.matches('main') !== true)) return
    prompt.focus({ preventScroll: true })
    const selection = getSelection()
    selection?.selectAllChildren(prompt)
    selection?.collapseToEnd()
  }, [])
}

/** Shows the first rejected field when a form opens with values that the service rejected. */
function useRejectedFocus(problem: SubmissionProblem | undefined): void {
  const first = useRef(problem)
  useEffect(() => {
    if (first.current?.field) focusField(first.current.field, first.current.index)
  }, [])
}

/** Fits an open form to a changed contract, and reports the adjustments. */
function useFollowedContract(capability: Capability): void {
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

/** Shows a toast when drafts can't be saved. An error that stays the same is reported once. */
function useDraftSaveWarning(): void {
  const trouble = useDraftSaveError()
  const fail = useFailureToast()
  const message = trouble?.message ?? null
  const advice = trouble?.advice ?? null
  useEffect(() => {
    if (message !== null) fail({ ok: false, message, advice })
  }, [message, advice, fail])
}

/**
 * Preview URLs of the form's list of images, for the chips in the prompt. An item is null if it has no preview. Null if the form has no
 * list of images.
 */
function picturesOf(
  media: readonly MediaField[],
  values: Values,
  mediaOf: ReturnType<typeof useComposeForm>['services']['mediaOf']
): readonly (string | null)[] | null {
  const list = media.find((field) => field.isMany && field.medium === 'image')
  if (list === undefined) return null
  return mediaValues(values[list.name]).map((value) => (typeof value === 'string' ? null : (mediaOf(value)?.previewUrl ?? null)))
}

function asideOf(field: Field, { pricing }: Capability): string | null {
  const isPriced = field.kind === 'count' && pricing.kind === 'per-output' && pricing.countField === field.name
  return isPriced ? say('{credits} each', { credits: formatCredits(pricing.base) }) : null
}
