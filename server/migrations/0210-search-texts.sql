-- kind: schema
-- What a search finds a flight by, besides its site: title, notes and glider, folded by the program. Null until then.
alter table flights add column search_text text;
