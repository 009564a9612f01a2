-- The data API holds the schema in memory, so it is told when it changes: at commit, and once however
-- often a transaction changes it. An event trigger is a superuser's, so no tenant can take it away.
create function extensions.plinth_tell_rest_of_change() returns event_trigger
  language plpgsql set search_path = pg_catalog, pg_temp
  as $$
    begin
      if exists (
        select from pg_event_trigger_ddl_commands()
         where schema_name is distinct from 'pg_temp' and command_tag <> 'REFRESH MATERIALIZED VIEW'
      ) then
        perform pg_notify('pgrst', 'reload schema');
      end if;
    end
  $$;

create function extensions.plinth_tell_rest_of_drop() returns event_trigger
  language plpgsql set search_path = pg_catalog, pg_temp
  as $$
    begin
      if exists (select from pg_event_trigger_dropped_objects() where not is_temporary) then
        perform pg_notify('pgrst', 'reload schema');
      end if;
    end
  $$;

create event trigger plinth_rest_changed on ddl_command_end
  execute function extensions.plinth_tell_rest_of_change();
create event trigger plinth_rest_dropped on sql_drop
  execute function extensions.plinth_tell_rest_of_drop();
