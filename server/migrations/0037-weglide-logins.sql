-- kind: schema
-- Clients of WeGlide no longer upload: no program reads or writes it since before 1.1.0.
drop table weglide_logins;
