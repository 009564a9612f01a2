import { Role } from '@plinth/contract'
import { expect, test } from 'vitest'
import { ROLES, choiceOf, grantText, isOwner, problemWith } from './roles.ts'

test('the roles stand in the contract’s order, strongest first', () => {
  expect(ROLES).toEqual(Role.options)
})

test('a grant in words', () => {
  expect(grantText({ role: 'administrator', project_refs: null })).toBe('Administrator')
  expect(grantText({ role: 'read_only', project_refs: ['a', 'b'] })).toBe('Read-only of 2 projects')
})

test('choosing another role starts from the one held for the whole organization', () => {
  const onProject = { role: 'developer', project_refs: ['a'] } as const
  const forAll = { role: 'read_only', project_refs: null } as const
  expect(choiceOf({ grants: [{ ...onProject, project_refs: ['a'] }, forAll] })).toEqual(forAll)
  expect(choiceOf({ grants: [{ ...onProject, project_refs: ['a'] }] })).toEqual(onProject)
})

test('only who owns the whole is an owner', () => {
  expect(isOwner({ grants: [{ role: 'owner', project_refs: null }] })).toBe(true)
  expect(isOwner({ grants: [{ role: 'administrator', project_refs: null }] })).toBe(false)
})

test('some projects are at least one', () => {
  expect(problemWith({ role: 'developer', project_refs: [] })).toBe('Choose at least one project')
  expect(problemWith({ role: 'developer', project_refs: null })).toBeUndefined()
})
