import { Outlet } from '@tanstack/react-router'

export const ProjectLayout = () => <Outlet />
