# Indexes of a folder of maps, in shards by make.
#
#   make -f shards.mk -j4 MAPS=maps INDEXES=indexes [SHARDS=8]
#
# -k goes on where a shard fails; the merge isn't made then, and the next run builds what is missing.
SHARDS ?= 8
shards := $(addprefix shard-,$(shell seq $(SHARDS)))

.PHONY: catalogue $(shards)
catalogue: $(shards)
	pathfan catalogue "$(INDEXES)" --shards $(SHARDS) --wait

$(shards): shard-%:
	pathfan build-index "$(MAPS)" -o "$(INDEXES)" --shard $*/$(SHARDS) --threads 1 --wait --quiet
