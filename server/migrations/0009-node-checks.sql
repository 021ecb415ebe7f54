-- kind: schema
-- What a node does (serving, working), and what its checks find, as JSON: nodes of the release before say neither.
alter table nodes add column roles text not null default '';
alter table nodes add column findings text not null default '[]';
