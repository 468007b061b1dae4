import { Fragment, lazy, Suspense, useCallback, useRef } from 'react'
import type { Capability } from '../../shared/form/capability.ts'
import type { Field } from '../../shared/form/fields.ts'
import { outputCount } from '../../shared/form/fields.ts'
import type { SubmissionProblem } from '../../shared/form/submission-problem.ts'
import { say } from '../../shared/i18n/say.ts'
import { useAccount } from '../bridge/use-session.ts'
import { FieldInput } from '../fields/field-input.tsx'
import { fieldElementId } from '../fields/field-input-props.ts'
import { FormServicesProvider } from '../fields/form-services.ts'
import { useAnnounceFieldChanges } from '../fields/use-announce-field-changes.ts'
import { openKeyReplacement } from '../navigation/app-dialogs-store.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { formatCredits } from '../ui/format.ts'
import { ScrollArea } from '../ui/scroll-area.tsx'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { useToast } from '../ui/toasts.tsx'
import { View } from '../ui/view.tsx'
import { BatchButton } from './batch/batch-button.tsx'
import { ComposeFooter } from './compose-footer.tsx'
import { emptyForm, isEmptyForm } from './compose-form.ts'
import { settingEffectText } from './setting-effect-text.ts'
import styles from './compose-view.module.css'
import { ExamplesMenu } from './examples-menu.tsx'
import { DraftTabs, NewDraftButton } from './draft-tabs.tsx'
import { FavouriteButton } from './favourite-button.tsx'
import { FormFields } from './form-fields.tsx'
import { FormDock } from './form-dock.tsx'
import { FormPanel } from './form-panel.tsx'
import { FormSettings } from './form-settings.tsx'
import { useDraftSaveWarning } from './use-draft-save-warning.ts'
import { useContractMigration } from './use-contract-migration.ts'
import { useFormPanel } from './use-form-panel.ts'
import { useFormProblems } from './use-form-problems.ts'
import { useOpeningFocus } from './use-opening-focus.ts'
import type { ComposeViewProps } from './compose-view-props.ts'
import { fieldsBeforeText, formLayout, type FormLayout } from './form-layout.ts'
import { useLocalFiles, useFillCount, useMissingFileNames } from './forms-store.ts'
import { problemsInFields } from './problems-in-fields.ts'
import { submitLabel, problemAction } from './submit-label.ts'
import { UnmappedValues } from './unmapped-values.tsx'
import { DeferredStage, useFormTasks } from './stage/stage.tsx'
import { isOnStage } from './stage/stage-runs.ts'
import { PresetsPopover } from './presets-popover.tsx'
import type { ComposeFormState } from './use-compose-form.ts'
import { useComposeForm } from './use-compose-form.ts'

const DrawOnMedia = lazy(async () => ({ default: (await import('../fields/editor/draw-on-media.tsx')).DrawOnMedia }))

/** The form of a known capability, filled with the draft. */
export function FilledForm({ capability, prefill, onShowAll }: ComposeViewProps & { readonly capability: Capability }) {
  useContractMigration(capability)
  useDraftSaveWarning()
  const state = useComposeForm(capability)
  const fillings = useFillCount(capability.id)
  const drafts = useLocalFiles()
  const gone = useMissingFileNames()
  const toast = useToast()
  const { fields, form, mode, modes, services, setValue, values } = state
  const tasks = useFormTasks(capability.id)
  const hasRuns = tasks.some(isOnStage)
  const formArea = useRef<HTMLDivElement>(null)
  const layout = formLayout(capability, fields)
  const textName = layout.sentence?.name ?? null
  const panel = useFormPanel(layout)
  useAnnounceFieldChanges(fields, mode?.id ?? '')
  useOpeningFocus(prefill === null && fieldsBeforeText(layout).length === 0 ? textName : null, state.rejected[0])
  const { problemsOf, lead, notReady } = useFormProblems(state, panel.reveal)

  const focusForm = useCallback(() => {
    const text = textName === null ? null : document.getElementById(fieldElementId(textName))
    const target = text ?? formArea.current
    target?.focus()
  }, [textName])
  function resetForm(): void {
    const action = state.replace(emptyForm)
    if (!isEmptyForm(form)) toast({ title: say('Form reset'), icon: 'eraser', action })
  }
  const inputOf = (field: Field) => (
    // These inputs keep their own text while the user types. The key resets this text when the whole form is replaced.
    <Fragment key={field.kind === 'json' || field.kind === 'group' || field.kind === 'list' ? `${field.name} ${fillings}` : field.name}>
      <FieldInput
        field={field}
        value={form.values[field.name]}
        problems={problemsOf(field)}
        aside={
          asideOf(field, capability) ??
          settingEffectText(field, capability.id, fields, values, (reference) => services.mediaOf(reference)?.facts ?? null) ??
          undefined
        }
        onChange={(value) => setValue(field.name, value)}
      />
      {field.kind === 'number' && <DrawBelow field={field} state={state} />}
    </Fragment>
  )

  const footer = (
    <FormFooter capability={capability} state={state} layout={layout} isCompact={!panel.isShown} onAction={lead} onNotReady={notReady} />
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
            <BatchButton capability={capability} values={values} sentence={layout.sentence} setValue={setValue} prefill={prefill} />
            <PresetsPopover capability={capability} replace={state.replace} />
            <NewDraftButton capabilityId={capability.id} />
            <FavouriteButton capabilityId={capability.id} />
            {panel.hasPanel && !panel.isShown && (
              <Button variant="quiet" icon="settings" onClick={() => panel.setOpen(true)}>
                {say('Parameters')}
              </Button>
            )}
          </>
        }
        inspector={
          panel.isShown ? (
            <FormPanel footer={footer} onReset={resetForm} onClose={() => panel.setOpen(false)}>
              <FormSettings key={fillings} essentials={layout.essentials} more={layout.more} values={form.values} inputOf={inputOf} />
            </FormPanel>
          ) : undefined
        }
      >
        <DraftTabs capability={capability} />
        {hasRuns && <DeferredStage capability={capability} tasks={tasks} onLeave={focusForm} onShowAll={onShowAll} />}
        <ScrollArea
          ref={formArea}
          label={say('{title}: form', { title: capability.title })}
          className={classNames(styles.body, hasRuns && styles.docked)}
        >
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
          <FormFields capability={capability} state={state} layout={layout} isDocked={hasRuns} problemsOf={problemsOf} inputOf={inputOf} />
          {isEmptyForm(form) && <ExamplesMenu capability={capability} />}
        </ScrollArea>
        {!panel.isShown && (
          <FormDock essentials={layout.essentials} values={form.values} inputOf={inputOf} onReset={isEmptyForm(form) ? null : resetForm}>
            {footer}
          </FormDock>
        )}
      </View>
    </FormServicesProvider>
  )
}

/** Button that draws top-level number fields on the form's media. Renders nothing unless `field` is the last of these fields. */
function DrawBelow({ field, state: { fields, form, setValue } }: { readonly field: Field; readonly state: ComposeFormState }) {
  return (
    <Suspense fallback={null}>
      <DrawOnMedia
        name=""
        below={field.name}
        fields={fields}
        values={form.values}
        onChange={(changed) => Object.entries(changed).forEach(([name, value]) => setValue(name, value))}
      />
    </Suspense>
  )
}

function FormFooter({
  capability,
  state,
  layout,
  isCompact,
  onAction,
  onNotReady
}: {
  readonly capability: Capability
  readonly state: ComposeFormState
  readonly layout: FormLayout
  readonly isCompact: boolean
  readonly onAction: (problem: SubmissionProblem) => void
  readonly onNotReady: () => void
}) {
  const account = useAccount()
  const { fields, problems, values, wasAttempted } = state
  const reported = problemsInFields(problems, { layout, values, isPanelShown: !isCompact, wasAttempted })
  return (
    <>
      {account?.hold === 'key' && (
        <Button variant="quiet" size="small" icon="key" onClick={openKeyReplacement}>
          {say('Replace key')}
        </Button>
      )}
      <ComposeFooter
        capability={capability}
        isCompact={isCompact}
        label={submitLabel(capability, outputCount(fields, values), fields, values)}
        estimate={state.estimate}
        problems={problems}
        wasAttempted={wasAttempted}
        actionFor={(problem) => problemAction(problem, fields, values)}
        placeOf={(problem) => reported.get(problem) ?? null}
        onAction={onAction}
        refusal={state.refusal}
        sending={state.sending}
        account={account}
        onSend={state.send}
        onCancel={state.clearRefusal}
        onNotReady={onNotReady}
      />
    </>
  )
}

function asideOf(field: Field, { pricing }: Capability): string | null {
  const isPriced = field.kind === 'count' && pricing.kind === 'per-output' && pricing.countField === field.name
  return isPriced ? say('{credits} each', { credits: formatCredits(pricing.base) }) : null
}
