import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

// Only variables, so that both themes and a change between them need nothing from here.
const dress = EditorView.theme({
  '&': {
    height: '100%',
    backgroundColor: 'var(--ui-surface)',
    color: 'var(--ui-fg)',
    fontSize: '0.8125rem',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily:
      'ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace',
    lineHeight: '1.6',
  },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--ui-accent-text)' },
  '.cm-cursor, .cm-dropCursor': { borderLeft: '2px solid var(--ui-accent-text)' },
  '.cm-line': { padding: '0 12px 0 6px' },
  '.cm-gutters': {
    backgroundColor: 'var(--ui-surface)',
    color: 'var(--ui-subtle)',
    border: 'none',
    paddingLeft: '6px',
  },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--ui-hover) 55%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--ui-fg)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { backgroundColor: 'var(--ui-code-selection)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--ui-accent-soft)',
    outline: '1px solid var(--ui-accent-line)',
  },
  '.cm-nonmatchingBracket, &.cm-focused .cm-nonmatchingBracket': {
    backgroundColor: 'var(--ui-danger-soft)',
  },
  '.cm-searchMatch': {
    backgroundColor: 'var(--ui-warning-soft)',
    outline: '1px solid var(--ui-warning)',
  },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--ui-warning-line)' },
  '.cm-placeholder': { color: 'var(--ui-subtle)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--ui-raised)',
    color: 'var(--ui-fg)',
    border: '1px solid var(--ui-line-strong)',
    borderRadius: '6px',
    boxShadow: 'var(--ui-shadow-md)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { maxHeight: '16em', padding: '4px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '2px 6px', borderRadius: '4px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--ui-hover)',
    color: 'var(--ui-fg)',
  },
  '.cm-completionMatchedText': {
    textDecoration: 'none',
    color: 'var(--ui-accent-text)',
    fontWeight: '600',
  },
  '.cm-completionDetail': { color: 'var(--ui-subtle)', fontStyle: 'normal' },
  '.cm-diagnostic': { padding: '6px 10px', fontFamily: 'var(--font-sans, system-ui, sans-serif)' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--ui-danger)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--ui-danger)',
    textUnderlineOffset: '3px',
    backgroundColor: 'var(--ui-danger-soft)',
  },
  '.cm-lint-marker-error': {
    content: 'none',
    width: '8px',
    height: '8px',
    borderRadius: '50%',
    backgroundColor: 'var(--ui-danger)',
  },
  '.cm-gutter-lint': { width: '14px' },
  '.cm-gutter-lint .cm-gutterElement': { display: 'flex', alignItems: 'center', padding: '0 3px' },
  '.cm-panels': { backgroundColor: 'var(--ui-canvas)', color: 'var(--ui-fg)' },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--ui-line)' },
  '.cm-panels.cm-panels-bottom': { borderTop: '1px solid var(--ui-line)' },
  '.cm-panel.cm-search': { padding: '8px 28px 8px 8px' },
  '.cm-panel.cm-search label': { fontSize: '0.75rem' },
  '.cm-textfield': {
    backgroundColor: 'var(--ui-surface)',
    border: '1px solid var(--ui-line-control)',
    borderRadius: '4px',
    padding: '3px 6px',
    fontSize: '0.75rem',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--ui-surface)',
    border: '1px solid var(--ui-line-control)',
    borderRadius: '4px',
    padding: '3px 8px',
    fontSize: '0.75rem',
  },
  '.cm-button:hover': { backgroundColor: 'var(--ui-hover)' },
  '.cm-panel.cm-search [name=close]': {
    color: 'var(--ui-muted)',
    fontSize: '1rem',
    padding: '0 6px',
  },
})

const colours = HighlightStyle.define([
  {
    tag: [tags.keyword, tags.operatorKeyword, tags.modifier],
    color: 'var(--ui-code-keyword)',
    fontWeight: '500',
  },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--ui-code-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--ui-code-number)' },
  {
    tag: [tags.comment, tags.lineComment, tags.blockComment],
    color: 'var(--ui-code-comment)',
    fontStyle: 'italic',
  },
  { tag: [tags.typeName, tags.standard(tags.name)], color: 'var(--ui-code-type)' },
  { tag: [tags.operator, tags.punctuation, tags.bracket], color: 'var(--ui-muted)' },
])

/** The editor in the colours of the design system. */
export const editorTheme = [dress, syntaxHighlighting(colours)]
